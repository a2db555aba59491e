import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { warnMinutes } from '../../../domain/remote-access/limits.ts';
import { go } from '../../app/address/navigation.ts';
import { call } from '../../app/data/api.ts';
import { hasInbox } from '../../app/data/news.ts';
import { useConfig } from '../../app/data/use-config.ts';
import { session, useWho } from '../../app/session/session.ts';
import { getClock, useSecondsLeft } from '../../app/session/use-countdown.ts';
import { useHiddenMenu } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { IconArrowBackUp } from '../../ui/icons.ts';
import { useTheme } from '../../ui/UiProvider.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { remoteStatusQuery } from '../remote-access/index.ts';
import './partner-access.css';

/** The response leads to the partner's own portal: accept only a web address. */
const isAddress = (value: string) => /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?\//i.test(value);

/** The bar is part of the layout, like that of remote access: sticky elements stick below it. */
function useRoom(shown: boolean) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const box = bar.current;
    if (!shown || !box) return;
    const { style } = document.documentElement;
    const watcher = new ResizeObserver(() => style.setProperty('--partner-bar', `${box.offsetHeight}px`));
    watcher.observe(box);
    return () => {
      watcher.disconnect();
      style.removeProperty('--partner-bar');
    };
  }, [shown]);
  return bar;
}

function TimeLeft({ endsAt, onOver }: { endsAt: string; onOver: () => void }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(endsAt);
  const over = useRef(false);
  const soon = left <= warnMinutes * 60;
  // Time is external to React: the visit ends once, when none is left.
  useEffect(() => {
    if (left > 0 || over.current) return;
    over.current = true;
    onOver();
  }, [left, onOver]);
  return (
    <p className="partner-bar-left num" data-soon={soon || undefined}>
      {t('switch.bar.left', { left: getClock(left) })}
      <VisuallyHidden>
        <span role="status">{soon && left > 0 ? t('switch.bar.soon', { count: warnMinutes }) : ''}</span>
      </VisuallyHidden>
    </p>
  );
}

/** Bar of a partner's visit (BEHAVIOUR 13): the unit, the identity, the time left, and the way back. */
export function PartnerBar() {
  const { t } = useTranslation();
  const who = useWho();
  const { name } = useTheme();
  const { partner_access_remote: access } = useConfig();
  const [leaving, setLeaving] = useState(false);
  const hasBeat = hasInbox(who, useHiddenMenu());
  const shown = Boolean(access && (access.is_partner_admin || access.is_partner_user));
  // No suspense: a heartbeat beside every page.
  const { data: live } = useQuery({ ...remoteStatusQuery(hasBeat), enabled: shown });
  const bar = useRoom(shown);
  if (!access || !shown) return null;
  const visit = live?.inside.find(({ kind }) => kind === 'partner');
  const endsAt = visit?.endsAt;
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
    <section ref={bar} className="partner-bar" aria-label={t('switch.bar')}>
      <p>
        {t(access.is_partner_admin ? 'switch.bar.admin' : 'switch.bar.user', { unit: name, person: who?.user.name ?? '' })}
        {visit?.reach === 'view' && ` · ${t('remote.reach.view')}`}
      </p>
      {endsAt && <TimeLeft endsAt={endsAt} onOver={() => void leave()} />}
      <button type="button" disabled={leaving} onClick={() => void leave()}>
        <IconArrowBackUp size={17} stroke={1.9} aria-hidden="true" />
        {t('switch.back')}
      </button>
    </section>
  );
}
