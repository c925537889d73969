/** What `--help` prints. */
export const help = `call-analysis-mock: the whole Call Analysis Service, in memory, behind a port

Usage: call-analysis-mock [flags]

  --port PORT                  port to listen on; 0 takes a free one (4010)
  --host HOST                  host to listen on; any but loopback needs --admin-token or --no-admin
                               (127.0.0.1)
  --seed NUMBER                what ids and analyses follow from (1)
  --scenario NAME[,NAME]…      data and behaviour at the start: demo, empty, busy, rate-limited,
                               flaky, slow (demo)
  --progression PROGRESSION    how calls come to their end (polls:1,1):
                                 polls:P,Q    P answers processing, then Q pending
                                 time:A,B[,J] A milliseconds processing, then B pending; each call's
                                              times are off by up to J, 0 to 1, of them
                                 immediate    at once
                                 manual       never
  --speed FACTOR               how much faster than the machine's the service's time runs (1)
  --fault FIELDS               what goes wrong, such as operation=createCall,status=503,probability=0.1
                               or latencyMs=200, or as JSON; may be repeated
  --policy NAME=VALUE          an answer to what the specification leaves open; may be repeated
  --state FILE                 loads the state at the start, and saves every change before it is
                               answered; recordings are in FILE.recordings
  --admin-token TOKEN          what control requests must carry as x-admin-token
  --no-admin                   leaves the control interface out
  --key KEY[=ORGANIZATION]     an API key; may be repeated, and keys of one organization share
                               its data (test-key)
  --cors                       let pages of any origin ask
  --log FORMAT                 log of requests on stderr: pretty, json, none (pretty)
  --help, -h                   this text
  --version, -v                the version

The external interface is at http://HOST:PORT/v1, the campaign interface at http://HOST:PORT,
control and a page for people at http://HOST:PORT/__mock__/.
`;
