import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { IconBell } from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { usePathname } from '../address/address.ts';
import { hasInbox, notificationsAddress, unreadQuery } from '../data/news.ts';
import { useWho } from '../session/session.ts';
import { useHiddenMenu } from './use-shell.ts';

const maxShown = 99;

/** The number of unread notifications; null while it is unknown or where there is no inbox. */
export function useUnread(): number | null {
  const enabled = hasInbox(useWho(), useHiddenMenu());
  // No suspense: a badge that is polled beside the page.
  const { data } = useQuery({ ...unreadQuery, enabled });
  return enabled ? (data?.unread ?? null) : null;
}

/** Link to the inbox with the unread count; new notifications are announced politely. */
export function Bell() {
  const { t } = useTranslation();
  const path = usePathname();
  const there = hasInbox(useWho(), useHiddenMenu());
  const unread = useUnread();
  const [known, setKnown] = useState<{ unread: number; arrived: number } | null>(null);
  if (unread !== null && unread !== known?.unread) setKnown({ unread, arrived: known ? Math.max(0, unread - known.unread) : 0 });
  if (!there) return null;
  const label = unread ? t('inbox.bell.unread', { count: unread }) : t('inbox.bell');
  return (
    <>
      <UiLink
        href={notificationsAddress}
        className="icon-button bell"
        aria-label={label}
        data-tip={label}
        aria-current={path === notificationsAddress ? 'page' : undefined}
      >
        <IconBell size={19} stroke={1.8} aria-hidden="true" />
        {unread ? (
          <span className="bell-count num" aria-hidden="true">
            {unread > maxShown ? `${maxShown}+` : unread}
          </span>
        ) : null}
      </UiLink>
      <VisuallyHidden role="status">{known && known.arrived > 0 ? t('inbox.arrived', { count: known.arrived }) : ''}</VisuallyHidden>
    </>
  );
}
