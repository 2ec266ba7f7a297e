// The connection to a table: messages both ways, and patience when it breaks.

const FIRST_PAUSE = 500; // milliseconds until the first new try; each next one waits twice as long
const LONGEST_PAUSE = 8000;
const PING_EVERY = 20000;
const NO_TABLE = 4404; // the code with which the server closes if there is no such table

export class Connection {
  constructor(table, { receive, lost, back }) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`;
    this.events = { receive, lost, back };
    this.pause = FIRST_PAUSE;
    this.wasLost = false;
    this.open();
    addEventListener("online", () => this.retry());
    addEventListener("pageshow", (event) => event.persisted && this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
    setInterval(() => this.send({ do: "ping" }), PING_EVERY);
  }

  open() {
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(this.url));
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && code !== NO_TABLE && this.wait();
  }

  receive(message) {
    this.pause = FIRST_PAUSE;
    if (this.wasLost) this.events.back();
    this.wasLost = false;
    this.events.receive(message);
  }

  wait() {
    this.wasLost = true;
    this.events.lost();
    this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  retry() {
    if (this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  // Whether the message goes: at once, or as soon as the connection that is being made stands.
  send(message) {
    const { socket } = this;
    const go = () => socket.send(JSON.stringify(message));
    if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", go, { once: true });
    else if (socket.readyState === WebSocket.OPEN) go();
    else return false;
    return true;
  }
}
