import { useEffect, useRef, useState } from 'react';
import './Tooltips.css';

type Shown = { text: string; x: number; y: number; above: boolean };

const GAP = 7;
const HIDE_AFTER = 120;

function place(trigger: Element, text: string): Shown {
  const box = trigger.getBoundingClientRect();
  const above = box.bottom + 60 > window.innerHeight;
  const half = Math.min(140, text.length * 3.6 + 12);
  const x = Math.min(Math.max(box.left + box.width / 2, half + 4), window.innerWidth - half - 4);
  return { text, x, y: above ? box.top - GAP : box.bottom + GAP, above };
}

/**
 * Shows the `data-tip` of the hovered or focused element: one tooltip for the whole page, closed by Esc, kept while the pointer is on it.
 */
export function Tooltips() {
  const [shown, setShown] = useState<Shown | null>(null);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = () => clearTimeout(hiding.current);
  const hide = () => {
    keep();
    hiding.current = setTimeout(() => setShown(null), HIDE_AFTER);
  };

  // Triggers can be anywhere in the page, so the listeners are on the document.
  useEffect(() => {
    const show = (event: Event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('.tip')) return clearTimeout(hiding.current);
      const trigger = target?.closest('[data-tip]');
      const text = trigger?.getAttribute('data-tip');
      clearTimeout(hiding.current);
      if (!trigger || !text || (event.type === 'focusin' && !trigger.matches(':focus-visible'))) {
        hiding.current = setTimeout(() => setShown(null), HIDE_AFTER);
        return;
      }
      setShown(place(trigger, text));
    };
    const gone = () => setShown(null);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && gone();
    document.addEventListener('pointerover', show);
    document.addEventListener('focusin', show);
    document.addEventListener('pointerdown', gone);
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', gone, true);
    return () => {
      document.removeEventListener('pointerover', show);
      document.removeEventListener('focusin', show);
      document.removeEventListener('pointerdown', gone);
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', gone, true);
      clearTimeout(hiding.current);
    };
  }, []);

  if (!shown) return null;
  return (
    <div
      className="tip"
      role="tooltip"
      aria-hidden="true"
      data-above={shown.above || undefined}
      style={{ left: shown.x, top: shown.y }}
      onPointerEnter={keep}
      onPointerLeave={hide}
    >
      {shown.text}
    </div>
  );
}
