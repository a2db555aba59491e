import { formatDateTime } from '../../../domain/format/date.ts';
import { useRead } from '../../app/data/use-read.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { runsQuery } from './loader.ts';
import { reasonWords, runTones } from './run-words.ts';

const latest = 10;

/** The latest runs of a task, each with its cause in words. */
export function TaskRuns({ id, href }: { id: string; href: string }) {
  return (
    <Reading>
      <Latest id={id} href={href} />
    </Reading>
  );
}

function Latest({ id, href }: { id: string; href: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data } = useRead(runsQuery({ task: id, size: latest, page: 1 }));
  if (data.items.length === 0) return <p className="muted">{t('actions.runs.none')}</p>;
  return (
    <div className="actions-fields">
      <ul className="plain-list actions-runs">
        {data.items.map((run) => (
          <li key={run.id}>
            <p className="row">
              <span className="num">{formatDateTime(language, new Date(run.dueAt), zone)}</span>
              <span className="push" />
              <Badge tone={runTones[run.state]}>{t(`actions.run.${run.state}`)}</Badge>
            </p>
            {(run.reason || run.by) && (
              <p className="small muted">
                {[run.reason && reasonWords(run.reason, t), run.by && t('actions.runs.by', { name: run.by })].filter(Boolean).join(' ')}
              </p>
            )}
          </li>
        ))}
      </ul>
      <p>
        <UiLink href={href}>{t('actions.runs.all')}</UiLink>
      </p>
    </div>
  );
}
