import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailCatcher, startMail } from './server.ts';

let mail: MailCatcher;
beforeAll(async () => {
  mail = await startMail({ smtpPort: 0, httpPort: 0 });
});
afterAll(() => mail.close());

async function send(lines: string[]): Promise<void> {
  const socket = connect(mail.smtpPort, '127.0.0.1');
  for (const line of lines) {
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write(`${line}\r\n`);
  }
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
}

test('a mail sent over SMTP is shown on the page, its HTML in a frame without scripts', async () => {
  const body = [
    'Subject: =?utf-8?B?T2zDoQ==?=',
    'Content-Type: multipart/alternative; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Ol=C3=A1, Ana',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>Oi</p><script>1</script>',
    '--b--',
    '.',
  ];
  await send(['EHLO me', 'MAIL FROM:<a@x.test>', 'RCPT TO:<b@x.test>', 'DATA', body.join('\r\n')]);
  expect(mail.messages()).toMatchObject([{ subject: 'Olá', to: ['b@x.test'], from: 'a@x.test' }]);
  expect(mail.messages()[0]?.text).toContain('Olá, Ana');
  const page = await (await fetch(`${mail.url}/message/1`)).text();
  expect(page).toContain('<iframe sandbox');
  expect(page).not.toContain('<script>1');
});
