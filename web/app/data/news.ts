import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getScreens } from '../../../domain/access/screens.ts';
import type { Who } from '../session/session.ts';
import { type CallOutput, call } from './api.ts';

const minuteMs = 60_000;

/** Polled by an open tab: the number of unread notifications, and whether a remote access is pending. Every minute and on window focus. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'count'],
  queryFn: ({ signal }) => call('GET /api/auth/notifications/count', {}, { signal }),
  staleTime: minuteMs / 2,
  refetchInterval: minuteMs,
  refetchOnWindowFocus: true,
  retry: false,
});

export type MailChoices = CallOutput<'GET /api/auth/notifications/mail'>;
export const mailChoicesQuery = queryOptions({
  queryKey: ['notifications', 'mail'],
  queryFn: ({ signal }) => call('GET /api/auth/notifications/mail', {}, { signal }),
  staleTime: 10_000,
});

export const notificationsAddress = '/notifications';

/** Whether this user has an inbox that is not hidden. */
export const hasInbox = (who: Who | null, hidden: readonly string[]): boolean =>
  who !== null && getScreens(who.profile, hidden).some((screen) => screen.path === notificationsAddress);

export const refreshNews = (client: QueryClient): void => void client.invalidateQueries({ queryKey: ['notifications'] });
