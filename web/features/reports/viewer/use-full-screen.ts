import { useCallback, useEffect, useState } from 'react';
import { translate } from '../../../i18n.ts';
import { toast } from '../../../ui/toast.ts';

type Turnable = ScreenOrientation & { lock: (to: 'landscape') => Promise<void> };

/**
 * Full screen of the viewer: the page fills the window and, where the browser allows it, the screen. The whole document goes full
 * screen, because the report's layer is no part of the viewer's own element.
 */
export function useFullScreen(): { full: boolean; toggle: () => void; turn: () => Promise<void> } {
  const [full, setFull] = useState(false);

  // What is outside of React here: an attribute that the layer's style reads, and the browser's own ways out.
  useEffect(() => {
    if (!full) return;
    const root = document.documentElement;
    root.dataset.reportFull = '';
    const left = () => document.fullscreenElement || setFull(false);
    // A dialog above the report takes the key first; that it was open is known only before it has heard of it.
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.fullscreenElement && !document.querySelector('[aria-modal="true"]')) setFull(false);
    };
    document.addEventListener('fullscreenchange', left);
    document.addEventListener('keydown', onKey, true);
    return () => {
      delete root.dataset.reportFull;
      document.removeEventListener('fullscreenchange', left);
      document.removeEventListener('keydown', onKey, true);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [full]);

  const toggle = useCallback(() => {
    setFull((before) => !before);
    if (!document.fullscreenElement) void document.documentElement.requestFullscreen?.().catch(() => undefined);
  }, []);

  /** Full screen, lying down; a browser that cannot turn the screen leaves that to the hand. */
  const turn = useCallback(async () => {
    setFull(true);
    try {
      if (!document.fullscreenElement) await document.documentElement.requestFullscreen();
      await (screen.orientation as Turnable).lock('landscape'); // because the type of the DOM leaves it out
    } catch {
      toast.info(translate('views.turnByHand'));
    }
  }, []);
  return { full, toggle, turn };
}
