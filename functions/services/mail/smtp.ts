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

/**
 * Hands one letter to a server and gives its last answer, or throws a MailError. Encryption that was asked for is never
 * given up: a server that does not offer STARTTLS gets neither password nor letter. Every wait is bounded.
 */
export async function sendBySmtp(server: MailServer, letter: Letter, clientName: string): Promise<string> {
  const [from, to] = [path(letter.from.email, 'sender'), path(letter.to.email, 'recipient')];
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
    const foreign = /[^\x20-\x7e]/.test(from + to);
    if (foreign && !offered.includes('SMTPUTF8')) throw new MailError('recipient', { isPermanent: true, answer: 'SMTPUTF8' });
    demand(await connection.ask(`MAIL FROM:${from}${foreign ? ' SMTPUTF8' : ''}`, 'sender'), '2', 'sender');
    demand(await connection.ask(`RCPT TO:${to}`, 'recipient'), '2', 'recipient');
    demand(await connection.ask('DATA', 'content'), '3', 'content');
    for (const piece of messageOf(letter)) await connection.write(piece.replace(/^\./gm, '..'), 'content');
    const taken = demand(await connection.ask('.', 'content'), '2', 'content');
    return taken.text;
  } finally {
    connection.close();
  }
}
