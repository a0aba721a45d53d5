"""Sends Schemathesis' requests as the owner of things that exist, each from another client's address."""

import itertools
import json
import os

import schemathesis

# token, ending_token, path: values of path parameters by the start of the path, body: values of fields.
KNOWN = json.loads(os.environ["KNOWN"])
ENDS_SESSION = ("/auth/v1/logout", "/api/account/deletion", "/api/account/sessions/{id}")
numbers = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    number = next(numbers)
    ends_session = case.path in ENDS_SESSION
    case.headers["Authorization"] = f"Bearer {KNOWN['ending_token' if ends_session else 'token']}"
    # The server limits requests by client.
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    # Two of three requests use real ids. Deletions don't, or there would be nothing left.
    if case.method == "DELETE" or number % 3 == 0:
        return
    for start, value in KNOWN["path"].items():
        if case.path.startswith(start) and case.path_parameters:
            name = next(iter(case.path_parameters))
            case.path_parameters[name] = value
    if isinstance(case.body, dict):
        case.body.update({name: value for name, value in KNOWN["body"].items() if name in case.body})


@schemathesis.serializer("application/offset+octet-stream", "application/zip")
def as_bytes(context, value):
    return {"data": value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")}
