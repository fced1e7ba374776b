# A small shop, in two releases, under load: one has the word stored="uuid" (it sends and reads
# UUIDs, and shows ids), one has not (ids are what the database takes and gives). Prints "ready"
# and the number of requests so far, and last: requests, failed ones, tries again after 0A000 and
# after other errors, the longest request's milliseconds, the first failures.
#
#   app.py word|plain ...    a client for each, until SIGTERM
import random
import signal
import sys
import threading
import time

import psycopg

from base62id import Id


class UserId(Id, prefix="user"):
    pass


class OrderId(Id, prefix="order"):
    pass


class Word:
    """Release 1."""

    @staticmethod
    def put(kind, id):
        return str(kind.to_column(id))

    @staticmethod
    def get(kind, value):
        return kind.from_column(value)


class Plain:
    """Release 2."""

    @staticmethod
    def put(kind, id):
        return id

    @staticmethod
    def get(kind, value):
        return value


class Client(threading.Thread):
    def __init__(self, release, seed):
        super().__init__()
        self.of, self.random, self.connection = release, random.Random(seed), None
        self.requests, self.failed, self.retried, self.longest, self.known = 0, [], {}, 0.0, []

    # The pool: what fails for the connection's sake is tried again on a new one.
    def request(self, work):
        began = time.monotonic()
        for tried in range(3):
            try:
                if self.connection is None:
                    self.connection = psycopg.connect("", autocommit=True)
                work()
                break
            except Exception as e:
                state = getattr(e, "sqlstate", None) or repr(e)
                if self.connection is not None:
                    self.connection.close()
                self.connection = None
                if state not in ("0A000", "40P01") or tried == 2:
                    self.failed.append(f"{work.__name__}: {state} {e}")
                    break
                self.retried[state] = self.retried.get(state, 0) + 1
        self.requests += 1
        self.longest = max(self.longest, time.monotonic() - began)

    def rows(self, query, *parameters):
        return self.connection.execute(query, parameters, prepare=True).fetchall()

    def sign_up(self):
        with self.connection.transaction():
            ((value,),) = self.rows("INSERT INTO users (name) VALUES (%s) RETURNING id", "Ada")
            id = self.of.get(UserId, value)
            ((order,),) = self.rows(
                "INSERT INTO orders (user_id, total) VALUES (%s, 1) RETURNING id",
                self.of.put(UserId, id),
            )
        assert id.startswith("user_") and self.of.get(OrderId, order).startswith("order_")
        self.known = [*self.known[-50:], (id, self.of.get(OrderId, order))]

    def look(self):
        id, order = self.random.choice(self.known)
        rows = self.rows(
            "SELECT u.id, o.user_id, o.id FROM users AS u JOIN orders AS o ON o.user_id = u.id"
            " WHERE u.id = %s",
            self.of.put(UserId, id),
        )
        assert (id, id, order) in [
            (self.of.get(UserId, a), self.of.get(UserId, b), self.of.get(OrderId, c))
            for a, b, c in rows
        ], rows

    def list(self):
        ids = {id for id, _ in self.random.sample(self.known, min(3, len(self.known)))}
        assert {
            self.of.get(UserId, id)
            for (id,) in self.rows(
                "SELECT id FROM users WHERE id = ANY (%s)", [self.of.put(UserId, id) for id in ids]
            )
        } == ids

    def pay(self):
        _, order = self.random.choice(self.known)
        ((value,),) = self.rows(
            "UPDATE orders SET total = total + 1 WHERE id = %s RETURNING id",
            self.of.put(OrderId, order),
        )
        assert self.of.get(OrderId, value) == order

    def run(self):
        self.request(self.sign_up)
        while not ended.is_set():
            self.request(
                self.random.choice([self.sign_up, self.look, self.look, self.list, self.pay])
            )


ended = threading.Event()
clients = [
    Client({"word": Word, "plain": Plain}[release], n) for n, release in enumerate(sys.argv[1:])
]
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
for client in clients:
    client.start()
while min(client.requests for client in clients) < 5:
    time.sleep(0.1)
print("ready", sum(client.requests for client in clients), flush=True)
signal.sigwait([signal.SIGTERM])
ended.set()
for client in clients:
    client.join()
again = [state for client in clients for state, n in client.retried.items() for _ in range(n)]
failed = [f for client in clients for f in client.failed]
print(
    sum(c.requests for c in clients),
    len(failed),
    again.count("0A000"),
    len(again) - again.count("0A000"),
    round(1000 * max(c.longest for c in clients)),
    failed[:3],
)
