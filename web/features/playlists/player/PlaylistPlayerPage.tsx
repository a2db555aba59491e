import { useCallback, useMemo } from 'react';
import { useGo, usePathId } from '../../../app/address.ts';
import { call } from '../../../app/api.ts';
import type { PlayerSource } from './layer.ts';
import { PlayerStage } from './PlayerStage.tsx';

/** What a signed-in person plays: the session is the portal's, and so is what happens when it ends. */
const personSource = (id: string): PlayerSource => ({
  poll: () => call('GET /api/auth/playlists/{id}/play', { id }),
  embed: async (itemId) => ({ ...(await call('POST /api/auth/playlists/{id}/embed', { id, itemId })), receivedAt: Date.now() }),
});

export function PlaylistPlayerPage() {
  const id = usePathId();
  const go = useGo();
  const source = useMemo(() => personSource(id), [id]);
  const leave = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    go('/playlists');
  }, [go]);
  return <PlayerStage source={source} onLeave={leave} />;
}
