import type { Socket } from '@cloudflare/workers-types';
import type { MailFailure } from '../../../domain/mail/delivery.ts';
import { asciiHost } from './ascii-host.ts';
import { MailError, type MailServer } from './port.ts';

export type Reply = { code: number; text: string; lines: string[] };

/** How long a server may take for one step, and the most bytes it may send for it. */
const stepMs = 10_000;
const maxReplyBytes = 16 * 1024;
const longestAnswer = 400;

/** The server's answer in a form safe to show and store: one line, shortened. */
const readableAnswer = (code: number, lines: string[]) =>
  `${code} ${lines.join(' ')}`
    .replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ')
    .toWellFormed()
    .trim()
    .slice(0, longestAnswer);

async function within<T>(work: Promise<T>, failure: MailFailure, until: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailError('timeout')), Math.max(0, Math.min(stepMs, until - Date.now())));
  });
  try {
    return await Promise.race([work, late]);
  } catch (cause) {
    if (cause instanceof MailError) throw cause;
    const words = cause instanceof Error ? cause.message : '';
    // A runtime error is not the server's answer, but for certificate problems its message helps the reader.
    if (/tls|certificate|ssl/i.test(words)) throw new MailError('tls', { answer: words.slice(0, longestAnswer), cause });
    throw new MailError(failure, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** A line-based dialogue over one socket: each step has its own deadline, and all of them end at `until`. */
export async function openConnection({ host, port, protocol }: MailServer, until: number) {
  // Only the Workers runtime has this module; imported here so that other runtimes can load this file.
  const { connect } = await import('cloudflare:sockets');
  const mode = protocol === 'tls' ? 'on' : protocol === 'starttls' ? 'starttls' : 'off';
  const hostname = asciiHost(host);
  if (!hostname) throw new MailError('unreachable', { isPermanent: true });
  let socket: Socket;
  try {
    socket = connect({ hostname, port }, { secureTransport: mode, allowHalfOpen: false });
  } catch (cause) {
    // The runtime refuses some hosts without connecting.
    throw new MailError('unreachable', { isPermanent: true, cause });
  }
  let reader = socket.readable.getReader();
  let writer = socket.writable.getWriter();
  let secure = protocol === 'tls';
  let buffer = new Uint8Array(0);
  let end = until;
  const encoder = new TextEncoder();
  const opened = socket.opened;
  opened.catch(() => undefined);
  socket.closed.catch(() => undefined);
  try {
    await within(opened, 'unreachable', end);
  } catch (error) {
    close();
    throw error;
  }

  function close(): void {
    // A hanging server would also hang on QUIT, so the socket is closed without waiting for its answer.
    writer.write(encoder.encode('QUIT\r\n')).catch(() => undefined);
    reader.cancel().catch(() => undefined);
    socket.close().catch(() => undefined);
  }

  async function nextLine(failure: MailFailure): Promise<string> {
    for (;;) {
      const newline = buffer.indexOf(10);
      if (newline >= 0) {
        const line = new TextDecoder().decode(buffer.subarray(0, newline)).replace(/\r$/, '');
        buffer = buffer.slice(newline + 1);
        return line;
      }
      if (buffer.length > maxReplyBytes) throw new MailError(failure, { isPermanent: true, answer: 'answer too long' });
      const { value, done } = await within(
        reader.read(),
        secure && failure === 'greeting' ? 'tls' : failure === 'greeting' ? 'greeting' : 'dropped',
        end,
      );
      if (done || !value) throw new MailError(failure === 'greeting' ? failure : 'dropped');
      const grown = new Uint8Array(buffer.length + value.length);
      grown.set(buffer);
      grown.set(value as Uint8Array, buffer.length); // because a socket yields bytes
      buffer = grown;
    }
  }

  async function read(failure: MailFailure): Promise<Reply> {
    const lines: string[] = [];
    let size = 0;
    for (;;) {
      const line = await nextLine(failure);
      const [, code, more, text = ''] = /^(\d{3})([ -]?)(.*)$/s.exec(line) ?? [];
      size += line.length;
      if (!code || size > maxReplyBytes)
        throw new MailError(failure, { isPermanent: true, answer: line.replace(/[^\x20-\x7e]+/g, ' ').slice(0, longestAnswer) });
      lines.push(text);
      if (more !== '-') return { code: Number(code), text: readableAnswer(Number(code), lines), lines };
    }
  }

  async function write(text: string, failure: MailFailure): Promise<void> {
    await within(writer.write(encoder.encode(text)), failure === 'content' ? 'dropped' : failure, end);
  }

  return {
    read,
    write,
    async ask(line: string, failure: MailFailure): Promise<Reply> {
      await write(`${line}\r\n`, failure);
      return read(failure);
    },
    /** Moves the end of the following steps. */
    extend(to: number): void {
      end = to;
    },
    /** Switches to TLS and discards whatever arrived in plain text before. */
    encrypt(): void {
      buffer = new Uint8Array(0);
      reader.releaseLock();
      writer.releaseLock();
      socket = socket.startTls();
      socket.opened.catch(() => undefined);
      socket.closed.catch(() => undefined);
      reader = socket.readable.getReader();
      writer = socket.writable.getWriter();
      secure = true;
    },
    close,
  };
}
export type Connection = Awaited<ReturnType<typeof openConnection>>;
