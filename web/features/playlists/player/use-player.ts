import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PlayAnswer } from '../../../../domain/playlists/contract.ts';
import { embedTheme, reportOrigin } from '../../../app/parts/embed-parts.ts';
import { currentLanguage } from '../../../i18n.ts';
import { createPlayer, type Player } from './engine.ts';
import { judge } from './judge.ts';
import type { PlayerSource } from './layer.ts';
import { initialState, type PlayerState } from './player-state.ts';
import { createVisibleLog } from './visible-log.ts';

const resumeKey = 'bi:player-resume';
const logKey = 'bi:player-log';
const codeRetryMs = 5_000;

const sessionText = {
  read: (key: string) => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write: (key: string, text: string | null) => {
    try {
      if (text === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // Without storage a reload starts with the first item.
    }
  },
};

const takeResume = (): string | null => {
  const item = sessionText.read(resumeKey);
  sessionText.write(resumeKey, null);
  return item;
};

function darkColours(): { themeJson: Record<string, unknown> } {
  const style = getComputedStyle(document.documentElement);
  return embedTheme((name) => style.getPropertyValue(`--${name}`).trim());
}

/** Creates the player over two elements and keeps it while the page is mounted; the SDK is loaded with its own modules. */
export function usePlayer(source: PlayerSource, boxes: readonly [RefObject<HTMLDivElement | null>, RefObject<HTMLDivElement | null>]) {
  const [player, setPlayer] = useState<Player | null>(null);
  const latest = useRef<PlayAnswer | null>(null);
  const [first, second] = boxes;

  useEffect(() => {
    const log = createVisibleLog({ read: () => sessionText.read(logKey), write: (text) => sessionText.write(logKey, text) }, Date.now);
    let made: Player | null = null;
    let reset = () => {};
    let stopped = false;
    let again = 0;
    const begin = async () => {
      const [{ createFrameLayer }, { sharedReportService }] = await Promise.all([
        import('./frame-layer.ts'),
        import('../../../app/parts/embed-service.ts'),
      ]);
      const [one, two] = [first.current, second.current];
      if (stopped || !one || !two) return;
      const sdk = sharedReportService(reportOrigin());
      const look = {
        language: currentLanguage,
        theme: (coloured: boolean) => (coloured || latest.current?.playlist?.theme === 'dark' ? darkColours() : undefined),
      };
      made = createPlayer({
        source: {
          ...source,
          poll: async (said) => {
            const answer = await source.poll(said);
            latest.current = answer;
            return answer;
          },
        },
        layers: ([a, b]) => [createFrameLayer(one, sdk, look, a), createFrameLayer(two, sdk, look, b)],
        now: Date.now,
        after: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
        random: Math.random,
        online: () => navigator.onLine,
        log,
        judge,
        reload: (item) => {
          sessionText.write(resumeKey, item);
          location.reload();
        },
        resume: takeResume(),
      });
      reset = () => {
        for (const box of [one, two]) sdk.reset(box);
      };
      setPlayer(made);
      made.start();
    };
    // A new deployment has removed the files: the page reloads from time to time until they can be loaded.
    const start = () =>
      begin().catch(() => (again = window.setTimeout(() => (navigator.onLine ? location.reload() : start()), codeRetryMs)));
    void start();
    const wake = () => made?.wake();
    const leave = () => log.leave();
    window.addEventListener('online', wake);
    window.addEventListener('pagehide', leave);
    return () => {
      stopped = true;
      clearTimeout(again);
      window.removeEventListener('online', wake);
      window.removeEventListener('pagehide', leave);
      made?.stop();
      reset();
    };
  }, [source, first, second]);

  const state: PlayerState = useSyncExternalStore(player?.subscribe ?? noSubscription, () => player?.state() ?? initialState);
  return { player, state };
}

const noSubscription = () => () => {};
