import { and, eq, inArray, sql } from 'drizzle-orm';
import { setOf } from '../../../db/assertions.ts';
import { remoteRequests } from '../../../db/schema/remote-access.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { readConsent, saveConsent } from '../../../domain/remote-access/contract.ts';
import { standingDays } from '../../../domain/remote-access/limits.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { functionsInForce } from '../../../domain/settings/functions.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { endOwnVisits, readStoredConsent, writeConsentRecord } from './remote-access.sql.ts';

export const readOwnConsent = bind(readConsent, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'remote.read'), (db) => [readStoredConsent(db, ctx)]);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  const settings = mergeSettings(row.settings);
  return {
    allow: row.allow_remote,
    until: isoOrNull(row.remote_until),
    unit: { allows: functionsInForce(settings, row.above.map(mergeSettings)).remote, asks: settings.remote_consent === 'each' },
  };
});

export const saveOwnConsent = bind(saveConsent, async ({ allow, until }, ctx) => {
  const now = ctx.clock.now();
  if (until && (!(Date.parse(until) > now) || Date.parse(until) > now + standingDays * 86_400_000)) throw invalidInput('until');
  // Without `until`, a standing approval stays as it is.
  const standing = allow ? until : null;
  const isOpen = and(eq(remoteRequests.userId, ctx.session.sub), inArray(remoteRequests.state, ['requested', 'authorized']));
  const isUser = eq(users.id, ctx.session.sub);
  await ctx.database.withTenant(getEntry(ctx, 'remote.read'), (db) => [
    // Withdrawing takes effect at once: open requests expire and active visits end. They are ended here, before the user's row changes, so
    // that the record says the user ended them; the row's trigger would say that a right was lost. The user's row is locked before theirs,
    // as in every change of a user.
    ...(allow
      ? []
      : [
          db.select({ one: sql`1` }).from(users).where(isUser).for('no key update'),
          db
            .update(remoteRequests)
            .set({ state: 'expired', decidedAt: sql`app.now()`, version: sql`${remoteRequests.version} + 1` })
            .where(isOpen),
          endOwnVisits(db, ctx),
        ]),
    db
      .update(users)
      .set(setOf(users, { allowRemote: allow, remoteUntil: standing, version: sql`${users.version} + 1` }))
      .where(isUser),
    writeConsentRecord(db, ctx, allow, standing),
  ]);
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});
