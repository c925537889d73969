#!/usr/bin/env python3
"""Controls the fake of the Call Analysis Service, with nothing but Python's standard library.

    npx call-analysis-mock --port 4010
    python3 control.py http://127.0.0.1:4010 test-key
"""

import json
import sys
import threading
import urllib.error
import urllib.request


class Fake:
    """The fake at an address: its interface for clients, and its control interface."""

    def __init__(self, url, key):
        self.url = url
        self.key = key

    def request(self, method, path, body=None):
        """Sends a request of a client, and returns its status and its JSON."""
        return self._send(method, f"{self.url}/v1{path}", body, {"Authorization": f"Bearer {self.key}"})

    def control(self, method, path, body=None):
        """Sends a request to the control interface, and returns its JSON. Raises when it is refused."""
        status, answer = self._send(method, f"{self.url}/__mock__{path}", body, {})
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return answer

    def events(self):
        """Yields the kind and the data of each event from now on. The first one says that the stream is open."""
        with urllib.request.urlopen(f"{self.url}/__mock__/events", timeout=60) as stream:
            yield "open", None
            kind = None
            for line in stream:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "event":
                    kind = value
                elif name == "data":
                    yield kind, json.loads(value)

    def _send(self, method, url, body, headers):
        data = None if body is None else json.dumps(body).encode()
        headers = {**headers, "Content-Type": "application/json"}
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)


def new_call(fake, udfs):
    """The body of a request that creates a call, with the first agent and the first category."""
    agent = fake.request("GET", "/agents")[1]["data"][0]
    category = fake.request("GET", "/categories")[1]["data"][0]
    return {
        "memberId": agent["id"],
        "categoryId": category["id"],
        "audio_url": "https://recordings.example.com/call-0193.wav",
        "udfs": udfs,
    }


def hold_a_request(fake):
    """A request is held until the test lets it go on."""
    body = new_call(fake, {"crm": 7})
    gate = fake.control("POST", "/gates", {"operation": "createCall", "match": {"udfs": {"crm": 7}}})
    replies = []
    client = threading.Thread(target=lambda: replies.append(fake.request("POST", "/calls", body)))
    client.start()
    reached = fake.control("GET", f"/gates/{gate['id']}?waitMs=30000")["reached"]
    calls_while_held = len(fake.control("GET", "/calls")["calls"])
    fake.control("DELETE", f"/gates/{gate['id']}")
    client.join()
    status, answer = replies[0]
    print(f"hold: reached {reached}, {calls_while_held} calls while held, then {status}")
    return answer["data"]["callId"]


def move_the_clock(fake):
    """A rule lets a call end after an hour, and the clock is moved there."""
    fake.control("POST", "/engine/rules", {"match": {"udfs": {"crm": 8}}, "complete": {"score": 82}, "afterMs": 3_600_000})
    call_id = fake.request("POST", "/calls", new_call(fake, {"crm": 8}))[1]["data"]["callId"]
    before = fake.request("GET", f"/calls/{call_id}/analysis")[1]["data"]["status"]
    fake.control("POST", "/clock/advance", {"ms": 3_600_000})
    after = fake.request("GET", f"/calls/{call_id}/analysis")[1]["data"]
    print(f"clock: {before}, an hour later {after['status']} with score {after['analysis']['score']}")


def plant_faults(fake):
    """The next two lists of agents fail, each in its own way."""
    sequence = [{"status": 503}, {"status": 429, "retryAfter": 1}, "pass"]
    fake.control("POST", "/faults", {"operation": "listAgents", "sequence": sequence})
    statuses = [fake.request("GET", "/agents")[0] for _ in range(4)]
    print("faults:", *statuses)


def override_an_operation(fake):
    """The test answers one request itself."""
    fake.control("POST", "/overrides", {"operation": "listAgents", "status": 200, "body": {"data": []}, "times": 1})
    counts = [len(fake.request("GET", "/agents")[1]["data"]) for _ in range(2)]
    print(f"override: {counts[0]} agents, then {counts[1]}")


def read_events(fake):
    """Every request to the fake is sent as an event, and so is every change through control."""
    events = fake.events()
    next(events)
    fake.request("GET", "/categories")
    fake.control("DELETE", "/faults")
    _, entry = next(events)
    _, change = next(events)
    print(f"events: {entry['operation']} {entry['status']}, then {change['method']} {change['path']}")


def main(url, key):
    fake = Fake(url, key)
    fake.control("POST", "/reset")
    hold_a_request(fake)
    move_the_clock(fake)
    plant_faults(fake)
    override_an_operation(fake)
    read_events(fake)


if __name__ == "__main__":
    main(*sys.argv[1:3])
