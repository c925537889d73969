/** What `--help` prints. */
export const help = `call-analysis-mock: the whole Call Analysis Service, in memory, behind a port

Usage: call-analysis-mock [flags]

  --port PORT                  port to listen on; 0 takes a free one (4010)
  --host HOST                  loopback host to listen on (127.0.0.1)
  --seed NUMBER                what ids and analyses follow from (1)
  --scenario NAME              data at the start: demo, empty (demo)
  --progression PROGRESSION    how calls come to their end (polls:1,1):
                                 polls:P,Q    P answers processing, then Q pending
                                 time:A,B     A milliseconds processing, then B pending
                                 immediate    at once
                                 manual       never
  --key KEY[=ORGANIZATION]     an API key; may be repeated, and keys of one organization share
                               its data (test-key)
  --cors                       let pages of any origin ask
  --log FORMAT                 log of requests on stderr: pretty, json, none (pretty)
  --help, -h                   this text
  --version, -v                the version

The external interface is at http://HOST:PORT/v1, the campaign interface at http://HOST:PORT.
`;
