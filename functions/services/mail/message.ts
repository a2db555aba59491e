import type { Attachment, Letter, Mailbox } from './port.ts';

const lineBytes = 57;
const chunkBytes = lineBytes * 1024;

const binary = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
};
const wrapped = (bytes: Uint8Array): string => `${(btoa(binary(bytes)).match(/.{1,76}/g) ?? []).join('\r\n')}\r\n`;

/** Makes one line, so that user text can neither end a header nor start another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not get into a header
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text) && !text.includes('=?');

/** RFC 2047: encoded words of at most 75 characters, cut between characters and folded onto separate lines. */
function encodedWords(text: string): string {
  const words: string[] = [];
  let part = '';
  const push = () => words.push(`=?UTF-8?B?${btoa(binary(new TextEncoder().encode(part)))}?=`);
  for (const character of text) {
    if (new TextEncoder().encode(part + character).length > 42) {
      push();
      part = '';
    }
    part += character;
  }
  push();
  return words.join('\r\n ');
}

export const headerText = (text: string): string => {
  const line = oneLine(text).toWellFormed();
  return isPlain(line) && line.length < 900 ? line : encodedWords(line);
};

export function mailbox({ name, email }: Mailbox): string {
  const line = oneLine(name).toWellFormed().slice(0, 120);
  if (!line) return `<${email}>`;
  return `${isPlain(line) ? `"${line.replace(/["\\]/g, '\\$&')}"` : encodedWords(line)} <${email}>`;
}

/** RFC 2231, with a plain name beside it for old readers; no path, quotes or line breaks. */
function getDisposition(name: string): string {
  const clean =
    oneLine(name)
      .toWellFormed()
      .replace(/[\\/:*?"<>|]/g, '_')
      .slice(0, 120) || 'file';
  const ascii = clean.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  const quoted = encodeURIComponent(clean).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment;\r\n filename="${ascii || 'file'}";\r\n filename*=UTF-8''${quoted}`;
}

const safeType = (type: string) => (/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream');

function* getPart(type: string, bytes: Uint8Array, more = ''): Generator<string> {
  yield `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${more}\r\n`;
  for (let at = 0; at < bytes.length; at += chunkBytes) yield wrapped(bytes.subarray(at, at + chunkBytes));
}

function* alternatives(letter: Letter, boundary: string): Generator<string> {
  const encoder = new TextEncoder();
  yield `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n`;
  yield `--${boundary}\r\n`;
  yield* getPart('text/plain; charset=utf-8', encoder.encode(letter.text));
  yield `--${boundary}\r\n`;
  yield* getPart('text/html; charset=utf-8', encoder.encode(letter.html));
  yield `--${boundary}--\r\n`;
}

function* attached({ name, type, bytes }: Attachment): Generator<string> {
  yield* getPart(safeType(type), bytes, `Content-Disposition: ${getDisposition(name)}\r\n`);
}

/** A whole message in pieces that end at a line break: headers, plain text and HTML as alternatives, then the files. */
export function* getMessage(letter: Letter): Generator<string> {
  const boundary = crypto.randomUUID();
  const headers: [string, string][] = [
    ['From', mailbox(letter.from)],
    ['To', mailbox(letter.to)],
    ['Subject', headerText(letter.subject)],
    ['Date', letter.date.toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${letter.messageId}>`],
    ['MIME-Version', '1.0'],
    ...Object.entries(letter.headers ?? {}).map(([name, value]): [string, string] => [name, oneLine(value)]),
  ];
  yield headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const files = letter.attachments ?? [];
  if (files.length === 0) {
    yield* alternatives(letter, `a-${boundary}`);
    return;
  }
  const outer = `m-${boundary}`;
  yield `Content-Type: multipart/mixed; boundary="${outer}"\r\n\r\n--${outer}\r\n`;
  yield* alternatives(letter, `a-${boundary}`);
  for (const file of files) {
    yield `--${outer}\r\n`;
    yield* attached(file);
  }
  yield `--${outer}--\r\n`;
}
