import { sightViews } from '../../../domain/report-access/limits.ts';
import { call } from '../../app/data/api.ts';
import { useRead } from '../../app/data/use-read.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Subject } from '../../ui/access/SubjectPicker.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Breakable } from '../../ui/Breakable.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconUserPlus, IconUserSearch } from '../../ui/icons.ts';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { SearchBox } from '../../ui/table/SearchBox.tsx';
import { sightFilter, sightInput, sightQuery } from './loader.ts';
import type { Access, Sight } from './queries.ts';
import type { AccessAddress } from './use-access-address.ts';
import { identityWords, pathWords, reasonWords } from './words.ts';

type Props = { access: Access; address: AccessAddress; onGive: (subjects: readonly Subject[]) => void };

/** Who sees the report and with which RLS identity, or why not; with a way to test the report as one of them. */
export function People({ access, address, onGive }: Props) {
  const { t } = useTranslation();
  const { id } = access;
  const { search, view, refine } = address;
  const file = useTableFile((part) => call('GET /api/auth/reports/{id}/sight/export', { ...sightFilter(id, address), part }));
  return (
    <section className="access-list" aria-label={t('access.part.people')}>
      <div className="access-bar">
        <SearchBox
          value={search}
          label={t('access.search.people')}
          onChange={(text) => refine({ find: text || undefined }, { replace: true })}
        />
        <ExportMenu file={file} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser. */}
      <div className="access-chips" role="group" aria-label={t('access.filterBy')}>
        {sightViews.map((each) => (
          <Chip
            key={each}
            on={view === each}
            count={access.counts[each]}
            onClick={() => refine({ who: each === 'seeing' ? undefined : each })}
          >
            {t(`access.view.${each}`)}
          </Chip>
        ))}
      </div>
      <Reading>
        <Rows access={access} address={address} onGive={onGive} />
      </Reading>
    </section>
  );
}

function Rows({ access, address, onGive }: Props) {
  const { t } = useTranslation();
  const { data, isBehind } = useRead(sightQuery(sightInput(access.id, address)));
  const { page, size, search, view, refine } = address;
  if (data.items.length === 0) {
    return search !== '' ? (
      <EmptyState
        compact
        title={t('access.noMatch')}
        action={<Button onClick={() => refine({ find: undefined })}>{t('access.clear')}</Button>}
      />
    ) : (
      <EmptyState
        compact
        title={t('access.people.empty')}
        text={t(`access.people.none.${view}`)}
        action={
          view === 'seeing' && (
            <Button icon={IconUserPlus} onClick={() => onGive([])}>
              {t('access.add')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <ul className="plain-list access-rows" aria-busy={isBehind}>
        {data.items.map((row) => (
          <PersonLine
            key={row.id}
            row={row}
            powerbi={access.kind === 'powerbi'}
            tested={address.testing === row.id}
            onTest={() => address.change({ as: row.id })}
            onGive={() => onGive([{ kind: 'user', id: row.id, name: row.name, detail: row.email }])}
            onOwn={() => address.show('grants', { find: row.email })}
            onWhy={() => address.show('why', { why: row.id })}
          />
        ))}
      </ul>
      <Pagination
        paging={{ page, pages: data.pages, size, total: data.total, onPage: (next) => address.change({ at: String(next) }) }}
        shown={data.items.length}
      />
    </>
  );
}

type LineProps = {
  row: Sight;
  powerbi: boolean;
  tested: boolean;
  onTest: () => void;
  onGive: () => void;
  onOwn: () => void;
  onWhy: () => void;
};

// The reasons that another grant would fix; all others are fixed on other pages.
const mendable = new Set<Sight['reasons'][number]>(['no_grant', 'grant_expired', 'no_identity', 'no_role', 'service_refused']);

function PersonLine({ row, powerbi, tested, onTest, onGive, onOwn, onWhy }: LineProps) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const facts = [
    ...(row.identity ? [identityWords(row.identity, { t, language })] : []),
    ...(row.filters > 0 ? [t('access.filterCount', { count: row.filters })] : []),
  ];
  return (
    <li className="access-row" data-ended={row.reasons.length > 0 || undefined} data-on={tested || undefined}>
      <Avatar name={row.name} />
      <div className="access-words">
        <p className="access-name-plain">{row.name}</p>
        <p className="small muted">
          <Breakable text={row.email} />
        </p>
        {row.path && <p className="small muted">{pathWords(row.path, t)}</p>}
        {(facts.length > 0 || row.reasons.length > 0) && (
          <div className="access-facts">
            {facts.map((fact) => (
              <Badge key={fact}>{fact}</Badge>
            ))}
            {reasonWords(row, { t, language, zone }).map((reason) => (
              <Badge key={reason} tone="warn">
                {reason}
              </Badge>
            ))}
          </div>
        )}
        <div className="access-row-actions">
          <Button kind="text" size="s" className="access-mend" aria-label={t('access.why.actionOf', { name: row.name })} onClick={onWhy}>
            {t('access.why.action')}
          </Button>
          {row.reasons.some((reason) => mendable.has(reason)) && !row.reasons.includes('person_inactive') && (
            <Button kind="text" size="s" onClick={row.path?.kind === 'user' ? onOwn : onGive}>
              {t(row.path?.kind === 'user' ? 'access.edit' : 'access.give')}
            </Button>
          )}
        </div>
      </div>
      {powerbi && !row.reasons.includes('person_inactive') && (
        <IconButton icon={IconUserSearch} label={t('access.test', { name: row.name })} aria-pressed={tested} onClick={onTest} />
      )}
    </li>
  );
}
