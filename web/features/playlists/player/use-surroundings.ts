import { useEffect, useState } from 'react';
import type { Language } from '../../../../domain/session/languages.ts';
import { currentLanguage, showLanguage } from '../../../i18n.ts';
import type { Player } from './engine.ts';
import { timing } from './timing.ts';

const buildLookMs = 5 * 60_000;

/** The player is always dark, whatever the user's or system's preference. */
export function useDarkPage(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset.mantineColorScheme;
    dataset.mantineColorScheme = 'dark';
    return () => {
      if (before) dataset.mantineColorScheme = before;
      else delete dataset.mantineColorScheme;
    };
  }, []);
}

/** Shows a playlist in its own language if it has one, and restores the user's afterwards. */
export function usePlaylistLanguage(language: Language | null | undefined): void {
  useEffect(() => {
    if (!language) return;
    const before = currentLanguage();
    if (before === language) return;
    void showLanguage(language).catch(() => undefined);
    return () => void showLanguage(before).catch(() => undefined);
  }, [language]);
}

/** Keeps the screen awake where supported; the lock is lost whenever the tab is hidden, and requested again. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let gone = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || lock) return;
      try {
        const got = await navigator.wakeLock?.request('screen');
        if (gone) void got?.release();
        else {
          lock = got ?? null;
          got?.addEventListener('release', () => {
            lock = null;
          });
        }
      } catch {
        // The browser refuses in battery-saver mode; playback is not affected.
      }
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}

const getEntry = (html: string): string | null => /<script[^>]+src="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? null;

/** Checks periodically for a new deployment; the player then reloads between items. */
export function useBuildWatch(player: Player | null): void {
  useEffect(() => {
    if (!player) return;
    const own = getEntry(document.documentElement.outerHTML);
    const look = async () => {
      try {
        const response = await fetch('/signin', { cache: 'no-store' });
        const served = response.ok ? getEntry(await response.text()) : null;
        if (own && served && own !== served) player.hasNewBuild();
      } catch {
        // Offline, there is nothing to check.
      }
    };
    const timer = setInterval(look, buildLookMs);
    return () => clearInterval(timer);
  }, [player]);
}

/** True while the viewer moves the pointer, types or has focus on the controls, and for three seconds after. */
export function useControls(): { shown: boolean; show: () => void } {
  const [shown, setShown] = useState(true);
  const [moved, setMoved] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every movement restarts the timer.
  useEffect(() => {
    setShown(true);
    const hide = () => {
      if (document.querySelector('.player-controls :focus-visible, .player-list')) timer = window.setTimeout(hide, timing.controls);
      else setShown(false);
    };
    let timer = window.setTimeout(hide, timing.controls);
    return () => clearTimeout(timer);
  }, [moved]);
  const show = () => setMoved((count) => count + 1);
  // Pointer, keys and focus are external to React.
  useEffect(() => {
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    const onAny = () => setMoved((count) => count + 1);
    for (const name of events) window.addEventListener(name, onAny);
    return () => {
      for (const name of events) window.removeEventListener(name, onAny);
    };
  }, []);
  return { shown, show };
}

/** Ticks, for the clock and countdowns. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
