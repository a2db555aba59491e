import type { MailFailure } from '../../../domain/mail/delivery.ts';
import { getMessage } from './message.ts';
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

/** An address checked for use in an SMTP command: no angle bracket, space or line break. */
function path(email: string, failure: MailFailure): string {
  if (!/^[^\s<>]+@[^\s<>]+$/.test(email)) throw new MailError(failure, { isPermanent: true });
  return `<${email}>`;
}

/** The most letters over one connection; a server may close a longer one. */
const maxLetters = 50;

/**
 * How long a server may take, with all steps together, until it accepts a letter's content: a server that uses most of each step's time
 * would hold up other servers' mail for minutes. The content has no such limit, because an attachment over a slow line may take longer.
 */
const letterMs = 30_000;

type Open = { connection: Connection; offered: string[]; letters: number };

/** Whether the connection can't be used again: the server has closed it or no longer gives a sensible answer. */
const endsConnection = ({ failure, answer }: MailError): boolean =>
  failure === 'dropped' || failure === 'timeout' || answer === '' || /^421\b/.test(answer);

async function open(server: MailServer, clientName: string, until: number): Promise<Open> {
  const connection = await openConnection(server, until);
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

/** Hands a letter over. `begun` is called before its content is sent; from then on the server may have accepted it. */
async function handOver({ connection, offered, letters }: Open, letter: Letter, begun: () => void): Promise<string> {
  const [from, to] = [path(letter.from.email, 'sender'), path(letter.to.email, 'recipient')];
  const foreign = /[^\x20-\x7e]/.test(from + to);
  if (foreign && !offered.includes('SMTPUTF8')) throw new MailError('recipient', { isPermanent: true, answer: 'SMTPUTF8' });
  if (letters > 0) demand(await connection.ask('RSET', 'dropped'), '2', 'dropped');
  demand(await connection.ask(`MAIL FROM:${from}${foreign ? ' SMTPUTF8' : ''}`, 'sender'), '2', 'sender');
  demand(await connection.ask(`RCPT TO:${to}`, 'recipient'), '2', 'recipient');
  demand(await connection.ask('DATA', 'content'), '3', 'content');
  begun();
  for (const piece of getMessage(letter)) await connection.write(piece.replace(/^\./gm, '..'), 'content');
  return demand(await connection.ask('.', 'content'), '2', 'content').text;
}

export type MailSession = {
  /** Hands one letter over and returns the server's last answer, or throws a MailError. */
  send(letter: Letter): Promise<string>;
  /** Whether a server has accepted a connection and the sign-in. */
  wasOpen(): boolean;
  close(): void;
};

/**
 * Sends letters to one server, up to fifty per connection; `admit` is called before each connection. If the server closes a connection
 * before a letter's content was sent, the letter goes over a new one without losing an attempt. Encryption is never given up once required:
 * a server that does not offer STARTTLS gets neither password nor letter. Every wait has a timeout.
 */
export function mailSession(server: MailServer, clientName: string, admit: () => Promise<void> = async () => undefined): MailSession {
  let now: Open | null = null;
  let opened = false;
  const close = () => {
    now?.connection.close();
    now = null;
  };
  const connected = async (until: number): Promise<Open> => {
    if (now && now.letters >= maxLetters) close();
    now?.connection.extend(until);
    if (now) return now;
    await admit();
    now = await open(server, clientName, until);
    opened = true;
    return now;
  };
  async function attempt(letter: Letter, until: number, isAgain: boolean): Promise<string> {
    const current = await connected(until);
    const isUsed = current.letters > 0;
    let hasBegun = false;
    try {
      const answer = await handOver(current, letter, () => {
        hasBegun = true;
        current.connection.extend(Number.POSITIVE_INFINITY);
      });
      current.letters += 1;
      return answer;
    } catch (error) {
      current.letters += 1;
      // This connection accepted the sender before, so the server probably limits the letters per connection.
      const isOver = !(error instanceof MailError) || endsConnection(error) || (isUsed && error.failure === 'sender');
      if (isOver) close();
      if (isOver && isUsed && !hasBegun && !isAgain) return attempt(letter, until, true);
      throw error;
    }
  }
  return { send: (letter) => attempt(letter, Date.now() + letterMs, false), wasOpen: () => opened, close };
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
