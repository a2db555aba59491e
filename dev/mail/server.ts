import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Session, SMTPServer } from 'smtp-server';
import { listenOnLoopback } from '../powerbi/listen.ts';
import { type Certificate, mailCertificate, makeCertificate } from './certificate.ts';
import { type Mail, readMail } from './mime.ts';

export type MailCatcher = {
  url: string;
  /** Plain, offering STARTTLS; authentication is optional. */
  smtpPort: number;
  /** TLS from the first byte; authentication is required. */
  tlsPort: number;
  /** The certificate to trust, as PEM. */
  certificate: string;
  messages(): Mail[];
  close(): Promise<void>;
};
type Options = { smtpPort: number; httpPort: number; tlsPort?: number; certificate?: Certificate | undefined };
const maxKept = 500;
const maxBytes = 25 * 1024 * 1024;
const slowMs = 4000;

const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

// The recipient's address selects an error path, so that errors can be shown by hand too.
const refusals: Record<string, () => Error> = {
  refuse: () => answer(550, '5.1.1 Mailbox unavailable'),
  full: () => answer(452, '4.2.2 Mailbox full'),
  later: () => answer(451, '4.7.1 Greylisted, come back later'),
};
const getSentinel = (address: string) => /^([a-z]+)[-.+@]/.exec(address)?.[1] ?? '';

/** Takes every mail over SMTP on loopback, delivers none, and shows what was sent; the oldest go first. */
export async function startMail({ smtpPort, httpPort, tlsPort = 0, certificate = makeCertificate() }: Options): Promise<MailCatcher> {
  const kept: Mail[] = [];
  const seen = new Set<string>();
  let last = 0;
  let connections = 0;
  const { key, cert } = certificate;
  const keep = (raw: string, { mailFrom, rcptTo }: Session['envelope']) => {
    last += 1;
    const to = rcptTo.map(({ address }) => address);
    kept.unshift(readMail(last, new Date().toISOString(), mailFrom ? mailFrom.address : '', to, raw));
    kept.length = Math.min(kept.length, maxKept);
    return last;
  };
  const serve = async (secure: boolean, wanted: number) => {
    const server = new SMTPServer({
      ...{ secure, key, cert },
      authOptional: !secure,
      allowInsecureAuth: true,
      size: maxBytes,
      onConnect: (_session, done) => {
        connections += 1;
        done();
      },
      onAuth: ({ username, password }, _session, done) =>
        password?.includes('wrong') ? done(answer(535, '5.7.8 Authentication credentials invalid')) : done(null, { user: username ?? '' }),
      onRcptTo: ({ address }, _session, done) => {
        const sentinel = getSentinel(address);
        if (sentinel === 'once' && !seen.has(address)) {
          seen.add(address);
          return done(refusals.later?.());
        }
        done(refusals[sentinel]?.() ?? null);
      },
      onData: (stream, session, done) => {
        const sentinels = session.envelope.rcptTo.map(({ address }) => getSentinel(address));
        if (sentinels.includes('drop')) {
          closeConnection(session);
          return;
        }
        text(stream).then((raw) => {
          const id = keep(raw, session.envelope);
          const accept = () => {
            done(null, `Message taken as number ${id}`);
            // Simulates a server that closes the connection: right behind its answer, before it reads another command.
            if (sentinels.includes('closing')) closeConnection(session);
          };
          if (sentinels.includes('slow')) setTimeout(accept, slowMs);
          else accept();
        }, done);
      },
    });
    const closeConnection = ({ id }: Session) => {
      for (const connection of server.connections) if (connection.session.id === id) connection.close();
    };
    server.on('error', () => undefined);
    const port = await new Promise<number>((resolve) => {
      const listening = server.listen(wanted, '127.0.0.1', () => resolve(listening.address().port));
    });
    return { port, close: () => new Promise<void>((resolve) => server.close(resolve)) };
  };
  const plain = await serve(false, smtpPort);
  const tls = await serve(true, tlsPort);

  const app = new Hono();
  app.get('/api/messages', (c) => c.json(kept));
  app.get('/api/ports', (c) => c.json({ smtpPort: plain.port, tlsPort: tls.port, connections }));
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
      ${mail.html ? html`<iframe sandbox title="The mail as it looks" srcdoc="${mail.html}"></iframe>` : ''}
      <h2>Plain text</h2><pre>${mail.text}</pre>
      <details><summary>As it was sent</summary><pre>${mail.raw}</pre></details>`,
      ),
    );
  });
  const emptyNote = html`<p>Nothing yet. SMTP listens on localhost:${plain.port}, with TLS on localhost:${tls.port}.</p>`;
  const listed = (mail: Mail) =>
    html`<li><a href="/message/${mail.id}">${mail.subject || '(no subject)'}</a>
      <br><small>${mail.to.join(', ')} · ${mail.at}</small></li>`;
  app.get('/', (c) =>
    c.html(page('Mail that was sent', html`<h1>Mail that was sent</h1>${kept.length === 0 ? emptyNote : ''}<ul>${kept.map(listed)}</ul>`)),
  );
  const web = await listenOnLoopback((request) => app.fetch(request), httpPort);
  return {
    url: `http://127.0.0.1:${web.port}`,
    smtpPort: plain.port,
    tlsPort: tls.port,
    certificate: cert,
    messages: () => [...kept],
    close: async () => {
      await Promise.all([web.close(), plain.close(), tls.close()]);
    },
  };
}

const page = (
  title: string,
  body: unknown,
) => html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:80ch;margin:32px auto;padding:0 20px;color:#14262b}li{margin:10px 0}
iframe{width:100%;height:60vh;border:1px solid #ccd}pre{overflow:auto;background:#f2f4f1;padding:12px;white-space:pre-wrap}</style>${body}</html>`;

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8791' },
      smtp: { type: 'string', default: '0' },
      tls: { type: 'string', default: '0' },
      folder: { type: 'string' },
    },
  });
  const mail = await startMail({
    httpPort: Number(values.port),
    smtpPort: Number(values.smtp),
    tlsPort: Number(values.tls),
    certificate: values.folder ? mailCertificate(values.folder) : undefined,
  });
  const stop = () => void mail.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', () => process.exit(0));
  process.stdout.write(`${JSON.stringify({ url: mail.url, smtpPort: mail.smtpPort, tlsPort: mail.tlsPort })}\n`);
  process.send?.({ url: mail.url });
}
