import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { lockVersion, mustHold, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { playlistDevices } from '../../../db/schema/playlists.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { changeDevice, editDevice } from '../../../domain/playlists/devices-contract.ts';
import { decideDisplayEdit } from '../../../domain/playlists/display.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import { changeRow, readFits, stillFits } from './write-device.sql.ts';

const { id, name, place, playlistId, identity, version, expiresAt } = playlistDevices;
const isApproved = and(isNotNull(playlistDevices.approvedAt), isNull(playlistDevices.revokedAt));

/** Changes the version the user saw; the display learns of it at its next heartbeat. */
export const editOneDevice = bind(editDevice, async (input, ctx) => {
  const sortKey = keyOfName(input.name);
  const entry = getEntry(ctx, 'playlists.devices');
  const [[stored], fits] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ version, name, place, playlistId, identity, expiresAt })
      .from(playlistDevices)
      .where(and(eq(id, input.id), isApproved)),
    readFits(db, input),
  ]);
  const plan = planOrThrow(decideDisplayEdit(input, stored, fits.rows[0]));
  const fields = { ...pick(input, ['name', 'place', 'playlistId']), sortKey, identity: plan.identity, version: plan.version };
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, playlistDevices, and(eq(id, input.id), eq(version, input.version), isApproved)),
    mustHold(db, stillFits(input)),
    db.update(playlistDevices).set(setOf(playlistDevices, fields)).where(eq(id, input.id)),
    audited(db, ctx, 'device.edit', input.id, plan.change),
  ]);
  return { id: input.id, version: plan.version };
});

/** A new link ends the old one at its next renewal; a revoked display is refused everywhere from this moment on. */
export const changeOneDevice = bind(changeDevice, async ({ id: deviceId, action }, ctx) => {
  const token = action === 'rotate' ? newSecret() : null;
  const hash = token ? await getHash(token) : null;
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'playlists.devices'), (db) => [
    changeRow(db, ctx, deviceId, action, hash),
  ]);
  const [written] = rows;
  if (!written) throw new AppError('not_found');
  return { token, expiresAt: new Date(written.expires_at).toISOString() };
});
