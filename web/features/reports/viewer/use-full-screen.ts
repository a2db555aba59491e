import { useCallback, useEffect, useState } from 'react';

/**
 * Full screen of the viewer: the page fills the window and, where the browser allows it, the screen. The whole document goes full
 * screen, because the report's layer is no part of the viewer's own element.
 */
export function useFullScreen(): { full: boolean; toggle: () => void } {
  const [full, setFull] = useState(false);

  // What is outside of React here: an attribute that the layer's style reads, and the browser's own ways out.
  useEffect(() => {
    if (!full) return;
    const root = document.documentElement;
    root.dataset.reportFull = '';
    const left = () => document.fullscreenElement || setFull(false);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !document.fullscreenElement && setFull(false);
    document.addEventListener('fullscreenchange', left);
    document.addEventListener('keydown', onKey);
    return () => {
      delete root.dataset.reportFull;
      document.removeEventListener('fullscreenchange', left);
      document.removeEventListener('keydown', onKey);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [full]);

  const toggle = useCallback(() => {
    setFull((before) => !before);
    if (!document.fullscreenElement) void document.documentElement.requestFullscreen?.().catch(() => undefined);
  }, []);
  return { full, toggle };
}
