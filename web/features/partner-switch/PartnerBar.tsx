import { useState } from 'react';
import { call } from '../../app/api.ts';
import { useTranslation } from '../../app/i18n.ts';
import { go } from '../../app/navigation.ts';
import { session, useWho } from '../../app/session.ts';
import { useConfig } from '../../app/use-config.ts';
import { IconArrowBackUp } from '../../ui/icons.ts';
import { useTheme } from '../../ui/UiProvider.tsx';
import './partner-switch.css';

/** Where the answer leads is the partner's own portal: an address of the web and nothing else. */
const isAddress = (value: string) => /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?\//i.test(value);

/** A partner's visit (BEHAVIOUR 13): where it is, as whom, and the way back. */
export function PartnerBar() {
  const { t } = useTranslation();
  const who = useWho();
  const { name } = useTheme();
  const { partner_access_remote: access } = useConfig();
  const [leaving, setLeaving] = useState(false);
  if (!access || !(access.is_partner_admin || access.is_partner_user)) return null;
  const leave = async () => {
    setLeaving(true);
    try {
      const { redirect, intended } = await call('POST /api/auth/change/back/partner', {});
      session.signOut();
      if (redirect && isAddress(redirect)) location.assign(redirect);
      else go(intended, { force: true });
    } catch {
      setLeaving(false);
    }
  };
  return (
    <section className="partner-bar" aria-label={t('switch.bar')}>
      <p>{t(access.is_partner_admin ? 'switch.bar.admin' : 'switch.bar.user', { unit: name, person: who?.user.name ?? '' })}</p>
      <button type="button" disabled={leaving} onClick={() => void leave()}>
        <IconArrowBackUp size={17} stroke={1.9} aria-hidden="true" />
        {t('switch.back')}
      </button>
    </section>
  );
}
