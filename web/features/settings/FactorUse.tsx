import { useQuery } from '@tanstack/react-query';
import { formatPercent } from '../../../domain/format/number.ts';
import { stringifySearch } from '../../app/address/address.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { factorUseQuery } from './queries.ts';
import type { SettingsForm } from './use-settings-form.ts';

/** The effect of requiring a second factor, before it is saved: how many users have one, and how many would be asked. */
export function FactorUse({ form }: { form: SettingsForm }) {
  const { t, language } = useTranslation();
  // No suspense: a note beside the field, which doesn't wait for it.
  const { data } = useQuery(factorUseQuery);
  const administrators = useWho()?.profile === 'master' ? 'master' : 'admin';
  if (!data) return null;
  const scope = form.valueOf('mfa_required') ?? 'all';
  const { people, having } = data[scope];
  const without = people - having;
  const asked = form.valueOf('mfa_master') === 'S';
  return (
    <p className="small muted settings-use" role="status">
      {t(`settings.mfa_use.${scope}`, { share: formatPercent(language, people > 0 ? having / people : 0, 0) })}{' '}
      {asked && <b>{without > 0 ? t('settings.mfa_use.asked', { count: without }) : t('settings.mfa_use.nobody')}</b>}{' '}
      {asked && without > 0 && form.valueOf('mfa_trust_sso') === 'S' && t('settings.mfa_use.sso')}{' '}
      {without > 0 && (
        <UiLink
          href={`/user${stringifySearch({ factor: 'without', profile: scope === 'administrators' ? administrators : undefined })}`}
          className="link"
        >
          {t('settings.mfa_use.see')}
        </UiLink>
      )}
    </p>
  );
}
