import { useEffect, useMemo, useState } from 'react';
import type { ItemEmbed, PlayAnswer } from '../../../../domain/playlists/contract.ts';
import { go } from '../../../app/address/navigation.ts';
import { send } from '../../../app/data/wire.ts';
import { notify } from '../../../app/notices/notify.ts';
import { currentLanguage, useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { ViewerState } from '../../../ui/ViewerState.tsx';
import type { PlayerSource } from '../player/layer.ts';
import { PlayerStage } from '../player/PlayerStage.tsx';
import { createDisplayClient } from './display-client.ts';
import { type DisplaySession, forgetDisplay, keepDisplay, readDisplay } from './display-session.ts';

const post = (path: string, input: Record<string, unknown>, token?: string) =>
  send({ method: 'POST', path, input, token: token ?? null, language: currentLanguage() });

/** The player of a screen signed in as a display; it plays the playlist that administrators assign to it. */
function Playing({ session }: { session: DisplaySession }) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const made = useMemo(() => {
    let { token, path } = session;
    const client = createDisplayClient({
      token,
      send: post,
      keep: (next) => {
        token = next;
        keepDisplay(localStorage, { ...session, token, path });
      },
      path: () => location.pathname,
      now: Date.now,
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      toast: ({ kind, text, vars, lastsMs }) => notify({ kind, text, vars, lastsMs }),
      reload: () => location.reload(),
      onEnd: () => {
        forgetDisplay(localStorage);
        setOver(true);
      },
    });
    const source: PlayerSource = {
      poll: async (said) => {
        const answer = (await client.call('/api/playlist/beat', said)) as PlayAnswer; // because the endpoint's contract is this
        const own = answer.playlist ? `/${answer.playlist.id}/playlist/view` : path;
        if (own !== path) {
          path = own;
          keepDisplay(localStorage, { ...session, token, path });
          go(`${path}?display=1`, { replace: true });
        }
        return answer;
      },
      embed: async (itemId) => ({
        ...((await client.call('/api/playlist/embed', { itemId })) as ItemEmbed), // because the endpoint's contract is this
        receivedAt: Date.now(),
      }),
    };
    return { client, source };
  }, [session]);
  // The client's timers are external to React.
  useEffect(() => () => made.client.stop(), [made]);

  return (
    <PlayerStage
      source={made.source}
      ended={
        <ViewerState
          title={t(over ? 'playlists.display.over' : 'playlists.player.ended')}
          cause={t('playlists.display.overText')}
          actions={
            <Button kind="primary" onClick={() => go('/auth/playlist/pair')}>
              {t('playlists.display.pairAgain')}
            </Button>
          }
        />
      }
    />
  );
}

export function DisplayPlayer() {
  const [session] = useState(() => readDisplay(localStorage));
  return session && <Playing session={session} />;
}
