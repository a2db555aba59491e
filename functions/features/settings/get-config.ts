import { eq, isNull, max, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { embedKeys } from '../../../db/schema/embedding.ts';
import { settings } from '../../../db/schema/settings.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { inForce } from '../../../domain/session/addresses.ts';
import { defaultLanguage, knownLanguage } from '../../../domain/session/languages.ts';
import { getConfig } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { functionsFrom } from '../../../domain/settings/functions.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readAbove } from '../../request/settings-above.ts';

const readHiddenAbove = raw('settings.hidden_above', { name: 'text', by: 'text' });

export const readSettings = bind(getConfig, async (_input, ctx) => {
  const [[row], above, hidden, [key]] = await ctx.database.withTenant(getEntry(ctx, 'settings.read'), (db) => [
    db
      .select({ values: settings.values, version: settings.version, language: tenants.language, zone: tenants.zone })
      .from(tenants)
      .leftJoin(settings, eq(settings.tenantId, tenants.id)),
    readAbove(db),
    readHiddenAbove(db, sql`select name, by from app.hidden_from_above() order by name`),
    db
      .select({ at: max(embedKeys.createdAt) })
      .from(embedKeys)
      .where(isNull(embedKeys.revokedAt)),
  ]);
  const layers = above.rows.map((layer) => mergeSettings(layer.settings_above));
  const functions = functionsFrom(layers);
  const form = mergeSettings(row?.values);
  const { trial, ...saved } = { ip: form.ip, listIp: form.listIp, trial: row?.values?.ip_trial ?? null };
  const now = ctx.clock.now();
  const keyAt = key?.at ?? null;
  const { mfa_master, mfa_required, mfa_trust_sso, ...shown } = form;
  const decides = ctx.tenant.kind !== 'unit';
  return {
    config: {
      ...shown,
      ...(functions.mfa && { mfa_master, mfa_required, mfa_trust_sso }),
      ...inForce({ ...saved, trial }, now),
      ip_trial: trial && Date.parse(trial.until) > now ? trial.until : null,
      token_embedded: { set: keyAt !== null, at: isoOrNull(keyAt) },
      timezone: row?.values?.timezone || row?.zone || form.timezone,
      language: knownLanguage(row?.language) ?? defaultLanguage,
      version: row?.version ?? 0,
      mostrar_ultima_atualizacao_relatorio_global: layers.every((layer) => layer.mostrar_ultima_atualizacao_relatorio_global),
      functions,
      mfa_permission_admin: toFlag(functions.mfa),
      decides_for_below: decides,
      hidden_above: hidden.rows,
      last_update_below: decides ? form.mostrar_ultima_atualizacao_relatorio_global : null,
    },
  };
});
