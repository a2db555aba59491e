import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { mailServers } from '../../../db/schema/notifications.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { users } from '../../../db/schema/users.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { templateRefusal } from '../../../domain/mail-templates/edit.ts';
import type { TemplateText } from '../../../domain/mail-templates/template.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { mailTexts } from '../../../i18n/mail-server.ts';
import type { SessionContext } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { renderMail, type ServerRow } from '../mail/index.ts';
import { sampleValues } from './sample-values.ts';

/** Who gets a test of a draft, the only one who sees its preview. */
export const readCaller = (db: Db) =>
  db
    .select({ name: users.name, email: users.email, zone: tenants.zone })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(eq(users.id, sql`(select app.user_id())`));
export type Caller = Awaited<ReturnType<typeof readCaller>>[number];

export const hasServer = (db: Db) => db.select({ one: sql<number>`1` }).from(mailServers).where(eq(mailServers.enabled, true));

/** A draft as the mail that the caller would get in this language; refuses what could not be saved. */
export async function draftMail(
  { kind, language }: { kind: NotificationKind; language: Language },
  text: TemplateText,
  caller: Caller,
  server: ServerRow | object | undefined,
  ctx: SessionContext,
) {
  const refused = templateRefusal(kind, text);
  if (refused) planOrThrow(refused);
  const { tenant } = ctx;
  const t = await mailTexts(language);
  const vars = sampleValues(kind, t, tenant.name, ctx.clock.now());
  return renderMail(
    { kind, vars, link: '/notifications', template: text, byPlatform: server === undefined },
    { name: caller.name, zone: caller.zone, language },
    { name: tenant.name, theme: tenant.theme, origin: getOrigin(ctx.host, ctx.env) },
  );
}
