import { History } from '../../app/layouts/History.tsx';
import { useTranslation } from '../../i18n.ts';
import { getAction, historyLines } from './history-lines.ts';
import type { Kind } from './kind.ts';
import { historyQuery } from './queries.ts';

/** Who changed a group or sub-group, when, and the previous values. */
export function GroupHistory({ kind, id }: { kind: Kind; id: string }) {
  const { t } = useTranslation();
  return (
    <History
      query={historyQuery(kind, id)}
      none={t('groups.history.none')}
      entry={({ what, who, before, after }) => ({
        title: t(`groups.history.${getAction(what)}`, { who: who ?? t('groups.history.system') }),
        lines: getAction(what) === 'edit' ? historyLines(before, after).map((line) => t(line.key, line.vars)) : [],
      })}
    />
  );
}
