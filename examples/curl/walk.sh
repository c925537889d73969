#!/bin/sh
# The specification's typical sequence, 1 to 5, with curl alone:
#   call-analysis-mock --port 4010 &
#   examples/curl/walk.sh http://127.0.0.1:4010/v1 test-key recording.wav
set -eu

base_url=$1 key=$2 recording=$3

# Stores each response in a variable first, because in a pipe sh would not notice that curl failed.
call() {
  response=$(curl --silent --show-error --fail-with-body --header "Authorization: Bearer $key" --header "Content-Type: application/json" "$@") || {
    code=$?
    printf '%s\n' "$response" >&2
    exit $code
  }
  printf '%s\n' "$response"
}
field() { printf '%s\n' "$2" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

categories=$(call "$base_url/categories")
category_id=$(field id "${categories%%\},\{*}")
echo "category: $category_id"

# 1. Register an agent; its id is the member id.
agent=$(call "$base_url/agents" --data "{\"name\":\"Tara Menon\",\"email\":\"tara.menon.$(date +%s).$$@example.com\"}")
member_id=$(field id "$agent")
echo "member:   $member_id"

# 2. Request an upload address.
grant=$(call "$base_url/calls/presigned-url" --data '{"filename":"recording.wav","contentType":"audio/wav"}')
public_url=$(field publicUrl "$grant")

# 3. Upload the recording, without the key and with the same content type.
curl --silent --show-error --fail-with-body --upload-file "$recording" --header "Content-Type: audio/wav" "$(field presignedUrl "$grant")"
echo "uploaded: $public_url"

# 4. Create the call.
body="{\"memberId\":\"$member_id\",\"categoryId\":\"$category_id\",\"audio_url\":\"$public_url\",\"date\":\"2026-01-31\"}"
created=$(call "$base_url/calls" --data "$body")
call_id=$(field callId "$created")
echo "call:     $call_id"

# 5. Poll its analysis until it is completed, for up to a minute.
for _ in $(seq 60); do
  analysis=$(call "$base_url/calls/$call_id/analysis")
  status=$(field status "$analysis")
  echo "status:   $status"
  [ "$status" = completed ] && break
  sleep 1
done
printf '%s\n' "$analysis"
[ "$status" = completed ]
