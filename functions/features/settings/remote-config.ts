import { toFlag } from '../../../domain/contract/flag.ts';
import { remoteConfig } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { functionsFrom } from '../../../domain/settings/functions.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readAbove } from '../../request/settings-above.ts';

/** The settings of the layers above, which override this tenant's own. */
export const readRemoteConfig = bind(remoteConfig, async (_input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'config.read'), (db) => [readAbove(db)]);
  const layers = rows.map((layer) => mergeSettings(layer.settings_above));
  const functions = functionsFrom(layers);
  return {
    config: {
      functions,
      mostrar_ultima_atualizacao_relatorio_global: layers.every((layer) => layer.mostrar_ultima_atualizacao_relatorio_global),
      hidden_menu: [...new Set(layers.flatMap((layer) => layer.hidden_menu))].sort(),
      mfa_permission_admin: toFlag(functions.mfa),
    },
  };
});
