import { expect, test } from 'vitest';
import { readMail } from '../../../dev/mail/mime.ts';
import { getMessage, headerText, mailbox } from './message.ts';
import type { Letter } from './port.ts';

const letter: Letter = {
  from: { name: 'Vértice "Alimentos"\r\nBcc: all@x.test', email: 'portal@mirante.app' },
  to: { name: 'João', email: 'joao@x.test' },
  subject: 'Ação — relatório muito comprido com acentuação suficiente para mais de uma palavra codificada 🎉🎉🎉',
  text: 'Olá\r\n.começa com ponto',
  html: '<p>Olá</p>',
  messageId: '1@mirante.app',
  date: new Date('2026-11-20T12:00:00Z'),
};
const whole = (more: Partial<Letter> = {}) => [...getMessage({ ...letter, ...more })].join('');

test('a message parses back unchanged, and its lines fit the limits of SMTP', () => {
  const raw = whole();
  const read = readMail(1, '', 'a', ['b'], raw);
  expect(read.subject).toBe(letter.subject);
  expect(read.text).toBe(letter.text);
  expect(read.html).toBe(letter.html);
  expect(raw.split('\r\n').every((line) => line.length <= 998 && !/[^\x20-\x7e\t]/.test(line))).toBe(true);
  expect(raw.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
});

test('user text can neither end a header nor start another', () => {
  const raw = whole({ subject: 'a\r\nBcc: all@x.test\r\n\r\nbody', headers: { 'X-A': 'b\nX-B: c' } });
  expect(raw).not.toMatch(/^(Bcc|X-B):/m);
  expect(headerText('a\u2028b\u0000c')).toBe('a b c');
  expect(mailbox({ name: '', email: 'a@b.c' })).toBe('<a@b.c>');
  expect(mailbox({ name: 'A "B" \\', email: 'a@b.c' })).toBe('"A \\"B\\" \\\\" <a@b.c>');
  expect(headerText('=?utf-8?q?forged?=')).not.toContain('=?utf-8?q?forged');
});

test('an attachment arrives whole, with both of its names', () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);
  const raw = whole({ attachments: [{ name: '../Relatório "x".pdf', type: 'application/pdf\r\nX: y', bytes }] });
  const body = /filename\*=[^\r]*\r\n\r\n([\s\S]*?)\r\n--m-/.exec(raw)?.[1] ?? '';
  expect(Buffer.from(body, 'base64').equals(Buffer.from(bytes))).toBe(true);
  expect(raw).toContain('Content-Type: application/octet-stream');
  expect(raw).toContain('filename=".._Relatorio _x_.pdf"');
});
