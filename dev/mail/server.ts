import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { SMTPServer } from 'smtp-server';
import { listenOnLoopback } from '../powerbi/listen.ts';
import { type Mail, readMail } from './mime.ts';

export type MailCatcher = { url: string; smtpPort: number; messages(): Mail[]; close(): Promise<void> };
const mostKept = 500;
const maxBytes = 25 * 1024 * 1024;

/** Takes every mail over SMTP on loopback, delivers none, and shows what was sent; the oldest go first. */
export async function startMail({ smtpPort, httpPort }: { smtpPort: number; httpPort: number }): Promise<MailCatcher> {
  const kept: Mail[] = [];
  let last = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: maxBytes,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? '' }),
    onData: (stream, { envelope }, done) => {
      text(stream).then((raw) => {
        last += 1;
        kept.unshift(
          readMail(
            last,
            new Date().toISOString(),
            envelope.mailFrom ? envelope.mailFrom.address : '',
            envelope.rcptTo.map((to) => to.address),
            raw,
          ),
        );
        kept.length = Math.min(kept.length, mostKept);
        done();
      }, done);
    },
  });
  smtp.on('error', () => undefined);
  const taken = await new Promise<number>((resolve) => {
    const listening = smtp.listen(smtpPort, '127.0.0.1', () => resolve(listening.address().port));
  });

  const app = new Hono();
  app.get('/api/messages', (c) => c.json(kept));
  app.delete('/api/messages', (c) => {
    kept.length = 0;
    return c.json({ status: 'ok' });
  });
  app.get('/message/:id', (c) => {
    const mail = kept.find((one) => one.id === Number(c.req.param('id')));
    if (!mail) return c.notFound();
    return c.html(
      page(
        mail.subject,
        html`<p><a href="/">All mail</a></p><h1>${mail.subject}</h1><p>${mail.from} → ${mail.to.join(', ')} · ${mail.at}</p>
      ${mail.html ? html`<iframe sandbox title="The mail as it looks" srcdoc="${mail.html}"></iframe>` : ''}<h2>Plain text</h2><pre>${mail.text}</pre><details><summary>As it was sent</summary><pre>${mail.raw}</pre></details>`,
      ),
    );
  });
  app.get('/', (c) =>
    c.html(
      page(
        'Mail that was sent',
        html`<h1>Mail that was sent</h1>${kept.length === 0 ? html`<p>Nothing yet. SMTP listens on 127.0.0.1:${taken}.</p>` : ''}
        <ul>${kept.map((mail) => html`<li><a href="/message/${mail.id}">${mail.subject || '(no subject)'}</a><br><small>${mail.to.join(', ')} · ${mail.at}</small></li>`)}</ul>`,
      ),
    ),
  );
  const web = await listenOnLoopback((request) => app.fetch(request), httpPort);
  return {
    url: `http://127.0.0.1:${web.port}`,
    smtpPort: taken,
    messages: () => [...kept],
    close: async () => {
      await Promise.all([web.close(), new Promise<void>((resolve) => smtp.close(resolve))]);
    },
  };
}

const page = (
  title: string,
  body: unknown,
) => html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:80ch;margin:32px auto;padding:0 20px;color:#14262b}li{margin:10px 0}iframe{width:100%;height:60vh;border:1px solid #ccd}pre{overflow:auto;background:#f2f4f1;padding:12px;white-space:pre-wrap}</style>${body}</html>`;

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '8791' }, smtp: { type: 'string', default: '0' } } });
  const mail = await startMail({ httpPort: Number(values.port), smtpPort: Number(values.smtp) });
  const stop = () => void mail.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  process.stdout.write(`${JSON.stringify({ url: mail.url, smtpPort: mail.smtpPort })}\n`);
  process.send?.({ url: mail.url });
}
