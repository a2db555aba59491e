import { useCallback, useMemo } from 'react';
import { useGo, usePathId, useSearchValues } from '../../../app/address/address.ts';
import { call } from '../../../app/data/api.ts';
import { getVisit, groupSource } from './group-source.ts';
import type { PlayerSource } from './layer.ts';
import { PlayerStage } from './PlayerStage.tsx';

/** The source for a signed-in user: calls use the portal's session, which also handles its end. */
const personSource = (id: string): PlayerSource => ({
  poll: () => call('GET /api/auth/playlists/{id}/play', { id }),
  embed: async (itemId) => ({ ...(await call('POST /api/auth/playlists/{id}/embed', { id, itemId })), receivedAt: Date.now() }),
});

const backTo: Record<string, (id: string) => string> = {
  group: (id) => `/reports?group=${id}`,
  subgroup: (id) => `/${id}/reports`,
};

/** `/{id}/playlist/view`: a playlist, or with `?of=group` or `?of=subgroup` the reports of a group. */
export function PlaylistPlayerPage() {
  const id = usePathId();
  const { of } = useSearchValues();
  const back = backTo[of ?? ''];
  const go = useGo();
  const grouped = back !== undefined;
  const source = useMemo(() => (grouped ? groupSource(id) : personSource(id)), [id, grouped]);
  const leave = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    go(back?.(id) ?? '/playlists');
  }, [go, back, id]);
  return <PlayerStage source={source} onShown={grouped ? getVisit : undefined} onLeave={leave} />;
}
