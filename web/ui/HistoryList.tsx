import './HistoryList.css';

export type HistoryItem = { id: string; title: string; lines: readonly string[]; at: string; when: string; exact: string };

/** A history: who did what, the latest first. */
export function HistoryList({ items, none }: { items: readonly HistoryItem[]; none: string }) {
  if (items.length === 0) return <p className="muted">{none}</p>;
  return (
    <ol className="plain-list history-list">
      {items.map((item) => (
        <li key={item.id}>
          <p className="history-list-head">
            <b>{item.title}</b>
            <time className="push muted tiny num" dateTime={item.at} data-tip={item.exact}>
              {item.when}
            </time>
          </p>
          {item.lines.length > 0 && (
            <ul className="plain-list small muted">
              {item.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
