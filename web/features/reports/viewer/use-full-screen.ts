import { useCallback, useEffect, useState } from 'react';
import { translate } from '../../../i18n.ts';
import { toast } from '../../../ui/toast.ts';

type Turnable = ScreenOrientation & { lock: (to: 'landscape') => Promise<void> };

/**
 * Full screen of the viewer: the page fills the window and, where the browser allows it, the screen. The whole document goes full
 * screen, because the report's layer is outside the viewer's element.
 */
export function useFullScreen(): { full: boolean; toggle: () => void; turn: () => Promise<void> } {
  const [full, setFull] = useState(false);

  // External to React: an attribute that the layer's style reads, and the browser's own ways to exit.
  useEffect(() => {
    if (!full) return;
    const root = document.documentElement;
    root.dataset.reportFull = '';
    const left = () => document.fullscreenElement || setFull(false);
    // A dialog above the report handles the key first; whether it was open must be checked before it closes.
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

  /** Full screen in landscape orientation; where the browser cannot lock the orientation, the user rotates the phone. */
  const turn = useCallback(async () => {
    setFull(true);
    try {
      if (!document.fullscreenElement) await document.documentElement.requestFullscreen();
      await (screen.orientation as Turnable).lock('landscape'); // because the DOM's type leaves it out
    } catch {
      toast.info(translate('views.turnByHand'));
    }
  }, []);
  return { full, toggle, turn };
}
