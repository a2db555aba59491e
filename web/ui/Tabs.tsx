import { type KeyboardEvent, type ReactNode, useId } from 'react';
import './Tabs.css';

export type Tab<Id extends string> = { id: Id; label: string; count?: number; alert?: boolean };

type Props<Id extends string> = { label: string; tabs: readonly Tab<Id>[]; value: Id; onChange: (id: Id) => void; children: ReactNode };

/** Tabs whose choice the page keeps in `?tab=`; `children` is the panel of the chosen one. Arrow keys move between them. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: Props<Id>) {
  const base = useId();
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
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
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
      <div role="tabpanel" id={`${base}panel`} aria-labelledby={`${base}${value}`}>
        {children}
      </div>
    </>
  );
}
