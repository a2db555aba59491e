import type { ReactNode } from 'react';
import './PageHeader.css';

type Props = {
  title: string;
  /** The page's purpose, in a sentence. */
  text?: ReactNode;
  /** Before the title: an avatar, a mark. */
  lead?: ReactNode;
  /** Beside the title: state and key facts. */
  facts?: ReactNode;
  actions?: ReactNode;
};

/** The header of a page with its only h1; the shell focuses `#page-title` on a route change. */
export function PageHeader({ title, text, lead, facts, actions }: Props) {
  return (
    <header className="page-header">
      {lead}
      <div className="page-header-words">
        <h1 id="page-title" tabIndex={-1}>
          {title}
        </h1>
        {facts && <div className="page-header-facts muted small">{facts}</div>}
        {text && <p className="muted">{text}</p>}
      </div>
      {actions && <div className="page-header-actions">{actions}</div>}
    </header>
  );
}

/** The heading of a page section, with one action at its end. */
export function SectionHeader({ title, action, id }: { title: string; action?: ReactNode; id?: string }) {
  return (
    <div className="section-header">
      <h2 id={id}>{title}</h2>
      {action && <span className="push small">{action}</span>}
    </div>
  );
}
