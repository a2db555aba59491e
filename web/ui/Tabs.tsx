import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconChevronLeft, IconChevronRight } from './icons.ts';
import { keepInSight } from './selected-in-sight.ts';
import './Tabs.css';

export type Tab<Id extends string> = { id: Id; label: string; count?: number; alert?: boolean };

type Props<Id extends string> = { label: string; tabs: readonly Tab<Id>[]; value: Id; onChange: (id: Id) => void; children: ReactNode };

/** Width of the arrow over an overflowing end. */
const roomOfArrow = 36;
const noEnds = { before: false, after: false };

/** Keeps the selected tab visible, and returns at which ends tabs overflow. */
function useScroll() {
  const list = useRef<HTMLDivElement>(null);
  const [ends, setEnds] = useState(noEnds);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = box;
      const next = { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 };
      setEnds((now) => (now.before === next.before && now.after === next.after ? now : next));
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    const stop = keepInSight(box, roomOfArrow);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      stop();
      watcher.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, []);
  const turn = (way: 1 | -1) => list.current?.scrollBy({ left: way * list.current.clientWidth * 0.7 });
  return { list, ends, turn };
}

/** Tabs whose selection the page keeps in `?tab=`; `children` is the selected panel. Arrow keys move between them. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: Props<Id>) {
  const base = useId();
  const { list, ends, turn } = useScroll();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const edge = { Home: 0, End: tabs.length - 1 }[event.key];
    const at = tabs.findIndex((tab) => tab.id === value);
    const next = edge ?? (step === undefined ? undefined : (at + step + tabs.length) % tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus();
  };
  return (
    <>
      <div className="tabs">
        {/* For the pointer only: the arrow keys reach every tab. */}
        {ends.before && (
          <button type="button" className="tabs-more" data-end="before" tabIndex={-1} aria-hidden="true" onClick={() => turn(-1)}>
            <IconChevronLeft size={16} />
          </button>
        )}
        <div ref={list} className="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${base}${tab.id}`}
              data-tab={tab.id}
              aria-selected={tab.id === value}
              aria-controls={tab.id === value ? `${base}panel` : undefined}
              tabIndex={tab.id === value ? 0 : -1}
              onClick={() => onChange(tab.id)}
            >
              {tab.label}
              {tab.count !== undefined && <span className="tab-count num">{tab.count}</span>}
            </button>
          ))}
        </div>
        {ends.after && (
          <button type="button" className="tabs-more" data-end="after" tabIndex={-1} aria-hidden="true" onClick={() => turn(1)}>
            <IconChevronRight size={16} />
          </button>
        )}
      </div>
      <div role="tabpanel" id={`${base}panel`} aria-labelledby={`${base}${value}`}>
        {children}
      </div>
    </>
  );
}
