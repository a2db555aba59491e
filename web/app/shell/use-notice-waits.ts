import { useQuery } from '@tanstack/react-query';
import { unreadQuery } from '../data/news.ts';
import { useConfig } from '../data/use-config.ts';
import { isEmbedded } from '../start/embedded.ts';
import { useIsGuest } from './use-shell.ts';

/**
 * Whether a notice must be acknowledged before this user goes on: as the configuration says, and within a minute for a session that was
 * there before the notice. Never in an embedded portal, and never of a visitor, who answers for no one.
 */
export function useNoticeWaits(): boolean {
  const { notice_waits } = useConfig();
  // No suspense: what the bell polls; where there is no inbox, the configuration alone says it.
  const { data } = useQuery({ ...unreadQuery, enabled: false });
  const guest = useIsGuest();
  return !isEmbedded && !guest && (notice_waits === true || data?.notice === true);
}
