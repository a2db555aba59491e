import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { testMailServer } from '../../../domain/mail/contract.ts';
import type { MailFailure } from '../../../domain/mail/delivery.ts';
import { languages } from '../../../domain/session/languages.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { originOf } from '../../http/origin-of.ts';
import { newId } from '../../services/ids.ts';
import { MailError } from '../../services/mail/port.ts';
import { checkServer } from './check-server.ts';
import { renderMail } from './render.ts';
import { passwordPlace, type ServerRow } from './server-of.ts';

type Facts = {
  name: string;
  email: string;
  language: string | null;
  zone: string;
  tests: number;
  server: ServerRow | null;
};
const mostTestsAnHour = 10;

/** Sends to nobody but the person who asks, by what stands in the form; the answer of the server is shown as it came. */
export const tryServer = bind(testMailServer, async (asked, ctx) => {
  const input = await checkServer(asked, ctx);
  const [found] = await ctx.database.withTenant(entryOf(ctx, 'mail.manage'), (db) => [
    db.execute(sql`select u.name, u.email, u.language, t.zone, (select to_jsonb(v) from mail_servers v) as server,
        (select count(*)::int from mails m where m.kind = 'mail_test' and m.created_at > app.now() - interval '1 hour') as tests
      from users u join tenants t on t.id = u.tenant_id where u.id = (select app.user_id())`),
  ]);
  const [facts] = rowsOf<Facts>(found);
  if (!facts) throw new AppError('session_gone');
  if (facts.tests >= mostTestsAnHour) throw new AppError('too_many_attempts', undefined, { retryAfterSeconds: 3600 });
  const { tenant } = ctx;
  const user = input.user || input.email;
  const password = input.password ?? (await savedPassword(facts.server));
  const id = newId(ctx.clock.now());
  const message = await renderMail(
    { kind: 'mail_test', vars: { host: input.host }, link: '/setting?area=mail' },
    {
      name: facts.name,
      zone: facts.zone,
      language: languages.find((known) => known === facts.language) ?? ctx.language ?? tenant.language,
    },
    { name: tenant.name, theme: tenant.theme, origin: originOf(ctx.host, ctx.env) },
  );
  const outcome: { failure: MailFailure | null; answer: string } = { failure: null, answer: '' };
  try {
    const { sendBySmtp } = await import('../../services/mail/smtp.ts');
    const letter = {
      from: { name: input.name, email: input.email },
      to: { name: facts.name, email: facts.email },
      ...message,
      messageId: `${id}@${input.email.split('@').at(-1)}`,
      date: new Date(ctx.clock.now()),
    };
    outcome.answer = await sendBySmtp({ ...input, user, password }, letter, ctx.env.PRODUCT_HOST);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    outcome.failure = error.failure;
    outcome.answer = error.answer;
  }
  const sent = outcome.failure === null;
  await ctx.database.withTenant(entryOf(ctx, 'mail.manage'), (db) => [
    db.execute(sql`with m as (insert into mails (id, user_id, address, subject, kind, state, via, attempts, failure, answer, sent_at)
          values (${id}::uuid, (select app.user_id()), ${facts.email}, ${message.subject.slice(0, 300)}, 'mail_test', ${sent ? 'sent' : 'failed'}, 'tenant', 1, ${outcome.failure}, ${outcome.answer}, ${sent ? sql`app.now()` : sql`null`}) returning id),
        v as (update mail_servers set verified_at = app.now() where ${sent}::boolean and host = ${input.host} and port = ${input.port}::int and protocol = ${input.protocol} and email = ${input.email} and user_name = ${input.user})
      insert into audit (what, row_id, change, ip, request_id) select 'mail.server_test', m.id, jsonb_build_object('after', jsonb_build_object('host', ${input.host}::text, 'port', ${input.port}::int, 'sent', ${sent}::boolean)), ${ctx.address}, ${ctx.requestId} from m`),
  ]);
  return { sent, to: facts.email, ...outcome };

  /** The saved password goes to the server and the user it was typed for, and nowhere else. */
  async function savedPassword(server: ServerRow | null): Promise<string> {
    if (!server?.password_sealed) return '';
    const same =
      server.host === input.host &&
      server.port === input.port &&
      server.protocol === input.protocol &&
      (server.user_name || server.email) === user;
    if (!same) throw new AppError('mail_password_needed', undefined, { field: 'password' });
    return ctx.sealer.open(server.password_sealed, passwordPlace(ctx.session.tenant));
  }
});
