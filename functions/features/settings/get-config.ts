import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { toFlag } from '../../../domain/contract/fields.ts';
import { type AddressRule, inForce } from '../../../domain/session/addresses.ts';
import { defaultLanguage, languages } from '../../../domain/session/languages.ts';
import { getConfig, type SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { functionsFrom } from '../../../domain/settings/functions.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

type Own = {
  values: (Partial<SettingsForm> & { ip_trial?: AddressRule['trial'] }) | null;
  version: number | null;
  language: string;
  zone: string;
};

export const readSettings = bind(getConfig, async (_input, ctx) => {
  const [own, above, hidden, keys] = await ctx.database.withTenant(entryOf(ctx, 'settings.read'), (db) => [
    db.execute(sql`select s."values", s.version, t.language, t.zone from tenants t left join settings s on s.tenant_id = t.id`),
    db.execute(sql`select app.settings_above() as settings_above`),
    db.execute(sql`select name, by from app.hidden_from_above() order by name`),
    db.execute(sql`select max(created_at) as at from embed_keys where revoked_at is null`),
  ]);
  const row = rowsOf<Own>(own)[0];
  const layers = rowsOf<{ settings_above: Partial<SettingsForm> }>(above).map((layer) => mergeSettings(layer.settings_above));
  const functions = functionsFrom(layers);
  const form = mergeSettings(row?.values);
  const { trial, ...saved } = { ip: form.ip, listIp: form.listIp, trial: row?.values?.ip_trial ?? null };
  const now = ctx.clock.now();
  const keyAt = rowsOf<{ at: string | null }>(keys)[0]?.at ?? null;
  const { mfa_master, mfa_required, mfa_trust_sso, ...shown } = form;
  const decides = ctx.tenant.kind !== 'unit';
  return {
    config: {
      ...shown,
      ...(functions.mfa && { mfa_master, mfa_required, mfa_trust_sso }),
      ...inForce({ ...saved, trial }, now),
      ip_trial: trial && Date.parse(trial.until) > now ? trial.until : null,
      token_embedded: { set: keyAt !== null, at: keyAt && new Date(keyAt).toISOString() },
      timezone: row?.values?.timezone || row?.zone || form.timezone,
      language: languages.find((known) => known === row?.language) ?? defaultLanguage,
      version: row?.version ?? 0,
      mostrar_ultima_atualizacao_relatorio_global: layers.every((layer) => layer.mostrar_ultima_atualizacao_relatorio_global),
      functions,
      mfa_permission_admin: toFlag(functions.mfa),
      decides_for_below: decides,
      hidden_above: rowsOf<{ name: string; by: string }>(hidden),
      last_update_below: decides ? form.mostrar_ultima_atualizacao_relatorio_global : null,
    },
  };
});
