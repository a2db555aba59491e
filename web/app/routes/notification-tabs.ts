import { type ComponentType, lazy } from 'react';
import type { Action } from '../../../domain/access/permissions.ts';
import { NotificationsPage } from '../../features/notifications/NotificationsPage.tsx';
import { type TextKey, withTexts } from '../../i18n.ts';

const Templates = lazy(() =>
  withTexts(['write'], () => import('../../features/mail-templates/TemplatesPage.tsx')).then((module) => ({
    default: module.TemplatesPage,
  })),
);

type NotificationTab = {
  /** Its value in `?tab=`. */
  id: string;
  label: TextKey;
  /** Only users with this permission have the tab. */
  needs: Action;
  /** Closed to a partner's visit, as its calls are. */
  closedToVisits?: true;
  Panel: ComponentType;
};

/**
 * The tabs of `/notifications`, the inbox first. Another tab is an entry here, lazily loaded with the texts `write`, and one in
 * `notificationTabs` of managed-loaders.ts.
 */
export const tabs: readonly NotificationTab[] = [
  { id: 'inbox', label: 'inbox.tab.inbox', needs: 'notifications.read', Panel: NotificationsPage },
  {
    id: 'notices',
    label: 'inbox.tab.notices',
    needs: 'notices.manage',
    Panel: lazy(() =>
      withTexts(['write'], () => import('../../features/notices/NoticesPage.tsx')).then((module) => ({ default: module.NoticesPage })),
    ),
  },
  {
    id: 'sent',
    label: 'inbox.tab.sent',
    needs: 'notifications.send',
    Panel: lazy(() =>
      withTexts(['write'], () => import('../../features/messages/MessagesPage.tsx')).then((module) => ({ default: module.MessagesPage })),
    ),
  },
  { id: 'templates', label: 'inbox.tab.templates', needs: 'mail.manage', closedToVisits: true, Panel: Templates },
];
