import type { MailFailure } from '../../../domain/mail/delivery.ts';
import { messageOf } from './message.ts';
import { type Letter, MailError, type MailServer } from './port.ts';
import { type Connection, openConnection, type Reply } from './smtp-connection.ts';

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function demand(reply: Reply, wanted: '2' | '3', failure: MailFailure): Reply {
  if (String(reply.code).startsWith(wanted)) return reply;
  throw new MailError(failure, { isPermanent: reply.code >= 500, answer: reply.text });
}

async function greet(connection: Connection, clientName: string): Promise<string[]> {
  const hello = await connection.ask(`EHLO ${clientName}`, 'greeting');
  return demand(hello, '2', 'greeting')
    .lines.slice(1)
    .map((line) => line.toUpperCase());
}

async function signIn(connection: Connection, offered: readonly string[], { user, password }: MailServer): Promise<void> {
  const ways =
    offered
      .find((line) => /^AUTH[ =]/.test(line))
      ?.split(/[ =]+/)
      .slice(1) ?? [];
  if (ways.includes('PLAIN')) {
    demand(await connection.ask(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`, 'auth'), '2', 'auth');
  } else if (ways.includes('LOGIN')) {
    demand(await connection.ask('AUTH LOGIN', 'auth'), '3', 'auth');
    demand(await connection.ask(base64(user), 'auth'), '3', 'auth');
    demand(await connection.ask(base64(password), 'auth'), '2', 'auth');
  } else throw new MailError('auth', { isPermanent: true, answer: offered.length > 0 ? offered.join(' · ').slice(0, 300) : '' });
}

/** An address as the dialogue takes it: no angle, no space, no line end can leave it. */
function path(email: string, failure: MailFailure): string {
  if (!/^[^\s<>]+@[^\s<>]+$/.test(email)) throw new MailError(failure, { isPermanent: true });
  return `<${email}>`;
}

/** Of one connection; a server may end a longer one for reasons of its own. */
const mostLetters = 50;

type Open = { connection: Connection; offered: string[]; letters: number };

/** The server has ended this connection, or gives no sensible answer on it any more: nothing more goes over it. */
const endsConnection = ({ failure, answer }: MailError): boolean =>
  failure === 'dropped' || failure === 'timeout' || answer === '' || /^421\b/.test(answer);

async function open(server: MailServer, clientName: string): Promise<Open> {
  const connection = await openConnection(server);
  try {
    demand(await connection.read('greeting'), '2', 'greeting');
    let offered = await greet(connection, clientName);
    if (server.protocol === 'starttls') {
      if (!offered.includes('STARTTLS')) throw new MailError('no_starttls', { isPermanent: true });
      demand(await connection.ask('STARTTLS', 'tls'), '2', 'tls');
      connection.encrypt();
      offered = await greet(connection, clientName);
    }
    if (server.password) await signIn(connection, offered, server);
    return { connection, offered, letters: 0 };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Hands a letter over; `begun` is called when its content goes out, after which the server may have taken it. */
async function handOver({ connection, offered, letters }: Open, letter: Letter, begun: () => void): Promise<string> {
  const [from, to] = [path(letter.from.email, 'sender'), path(letter.to.email, 'recipient')];
  const foreign = /[^\x20-\x7e]/.test(from + to);
  if (foreign && !offered.includes('SMTPUTF8')) throw new MailError('recipient', { isPermanent: true, answer: 'SMTPUTF8' });
  if (letters > 0) demand(await connection.ask('RSET', 'dropped'), '2', 'dropped');
  demand(await connection.ask(`MAIL FROM:${from}${foreign ? ' SMTPUTF8' : ''}`, 'sender'), '2', 'sender');
  demand(await connection.ask(`RCPT TO:${to}`, 'recipient'), '2', 'recipient');
  demand(await connection.ask('DATA', 'content'), '3', 'content');
  begun();
  for (const piece of messageOf(letter)) await connection.write(piece.replace(/^\./gm, '..'), 'content');
  return demand(await connection.ask('.', 'content'), '2', 'content').text;
}

export type MailSession = {
  /** Hands one letter over and gives the server's last answer, or throws a MailError. */
  send(letter: Letter): Promise<string>;
  /** Whether a server has answered and let us in. */
  wasOpen(): boolean;
  close(): void;
};

/**
 * Letters to one server, up to fifty over one connection; `admit` is asked before each connection. A server that ends one before it was
 * given a letter's content is connected to again, and that letter has lost no try. Encryption that was asked for is never given up: a
 * server that does not offer STARTTLS gets neither password nor letter. Every wait is bounded.
 */
export function mailSession(server: MailServer, clientName: string, admit: () => Promise<void> = async () => undefined): MailSession {
  let now: Open | null = null;
  let opened = false;
  const close = () => {
    now?.connection.close();
    now = null;
  };
  const connected = async (): Promise<Open> => {
    if (now && now.letters >= mostLetters) close();
    if (now) return now;
    await admit();
    now = await open(server, clientName);
    opened = true;
    return now;
  };
  async function attempt(letter: Letter, isAgain: boolean): Promise<string> {
    const current = await connected();
    const isUsed = current.letters > 0;
    let hasBegun = false;
    try {
      const answer = await handOver(current, letter, () => {
        hasBegun = true;
      });
      current.letters += 1;
      return answer;
    } catch (error) {
      current.letters += 1;
      // The sender was accepted before on this connection: the server has had enough letters over it.
      const isOver = !(error instanceof MailError) || endsConnection(error) || (isUsed && error.failure === 'sender');
      if (isOver) close();
      if (isOver && isUsed && !hasBegun && !isAgain) return attempt(letter, true);
      throw error;
    }
  }
  return { send: (letter) => attempt(letter, false), wasOpen: () => opened, close };
}

/** Hands one letter to a server. */
export async function sendBySmtp(server: MailServer, letter: Letter, clientName: string): Promise<string> {
  const session = mailSession(server, clientName);
  try {
    return await session.send(letter);
  } finally {
    session.close();
  }
}
