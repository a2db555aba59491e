import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useRead } from '../../app/data/use-read.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { subjectDetail, subjectName } from '../../ui/access/SubjectPicker.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconPencil, IconTrash, IconUserPlus, IconUsers, IconWorld } from '../../ui/icons.ts';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { RowMenu } from '../../ui/table/RowMenu.tsx';
import { SearchBox } from '../../ui/table/SearchBox.tsx';
import { useIdentityTokens } from '../custom-fields/index.ts';
import { grantsFilter, grantsInput, grantsQuery } from './loader.ts';
import type { Access, Grant } from './queries.ts';
import type { AccessAddress } from './use-access-address.ts';
import { useRemoveGrants } from './use-remove-grants.ts';
import { grantFacts, grantOrigin } from './words.ts';

const kinds = ['user', 'group'] as const;

type Props = { access: Access; address: AccessAddress };

/** The grants of a report: recipient, RLS identity, expiry and author; several can be removed at once. */
export function Grants({ access, address }: Props) {
  const { t } = useTranslation();
  const { id } = access;
  const { search, kind, ending, refine } = address;
  const input = grantsInput(id, address);
  // What is selected belongs to the page of the list that it was selected on.
  const under = JSON.stringify(input);
  const [selected, setSelected] = useState<{ under: string; grants: readonly Grant[] }>({ under, grants: [] });
  const chosen = selected.under === under ? selected.grants : [];
  const choose = (grants: readonly Grant[]) => setSelected({ under, grants });
  const remove = useRemoveGrants(id, () => choose([]));
  const file = useTableFile((part) => call('GET /api/auth/reports/{id}/grants/export', { ...grantsFilter(id, address), part }));
  return (
    <section className="access-list" aria-label={t('access.part.grants')}>
      {chosen.length > 0 ? (
        <div className="access-bar" role="status">
          <span className="num">{t('access.selected', { count: chosen.length })}</span>
          <Button size="s" kind="danger" icon={IconTrash} onClick={() => void remove(chosen)}>
            {t('access.remove')}
          </Button>
          <Button size="s" kind="text" onClick={() => choose([])}>
            {t('ui.cancel')}
          </Button>
        </div>
      ) : (
        <div className="access-bar">
          <SearchBox
            value={search}
            label={t('access.search.grants')}
            onChange={(text) => refine({ find: text || undefined }, { replace: true })}
          />
          <ExportMenu file={file} />
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser. */}
      <div className="access-chips" role="group" aria-label={t('access.filterBy')}>
        <Chip on={!kind} onClick={() => refine({ kind: undefined })}>
          {t('access.getKind.all')}
        </Chip>
        {kinds.map((each) => (
          <Chip key={each} on={kind === each} onClick={() => refine({ kind: each })}>
            {t(`access.getKind.${each}`)}
          </Chip>
        ))}
        <Chip on={ending} quiet onClick={() => refine({ order: ending ? undefined : 'ends' })}>
          {t('access.sort.ends')}
        </Chip>
      </div>
      <Reading>
        <Rows
          query={grantsQuery(input)}
          address={address}
          chosen={chosen}
          onSelect={(grant, on) => choose([...chosen.filter(({ id: each }) => each !== grant.id), ...(on ? [grant] : [])])}
          onRemove={(grant) => void remove([grant])}
        />
      </Reading>
    </section>
  );
}

type RowsProps = {
  query: ReturnType<typeof grantsQuery>;
  address: AccessAddress;
  chosen: readonly Grant[];
  onSelect: (grant: Grant, on: boolean) => void;
  onRemove: (grant: Grant) => void;
};

function Rows({ query, address, chosen, onSelect, onRemove }: RowsProps) {
  const { t } = useTranslation();
  const { data, isBehind } = useRead(query);
  const { page, size } = address;
  if (data.items.length === 0) {
    return address.search !== '' || address.kind ? (
      <EmptyState
        compact
        title={t('access.noMatch')}
        action={<Button onClick={() => address.refine({ find: undefined, kind: undefined })}>{t('access.clear')}</Button>}
      />
    ) : (
      <EmptyState
        compact
        title={t('access.empty')}
        text={t('access.emptyText')}
        action={
          <Button icon={IconUserPlus} onClick={() => address.change({ new: '1' })}>
            {t('access.add')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul className="plain-list access-rows" aria-busy={isBehind}>
        {data.items.map((grant) => (
          <GrantLine
            key={grant.id}
            grant={grant}
            selected={chosen.some(({ id }) => id === grant.id)}
            onSelect={(on) => onSelect(grant, on)}
            onEdit={() => address.change({ grant: grant.id, new: undefined })}
            onRemove={() => onRemove(grant)}
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

type LineProps = { grant: Grant; selected: boolean; onSelect: (on: boolean) => void; onEdit: () => void; onRemove: () => void };

function GrantLine({ grant, selected, onSelect, onEdit, onRemove }: LineProps) {
  const { t, language } = useTranslation();
  const words = { t, language, zone: useZone() };
  const name = subjectName(grant.subject, t);
  const facts = grantFacts(grant, words, useIdentityTokens());
  return (
    <li className="access-row" data-ended={grant.ended || undefined}>
      <input
        type="checkbox"
        aria-label={t('access.select', { name })}
        checked={selected}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
      <SubjectMark grant={grant} name={name} />
      <div className="access-words">
        <button type="button" className="access-name" onClick={onEdit}>
          {name}
        </button>
        <p className="small muted">{subjectDetail(grant.subject, t)}</p>
        {facts.length > 0 && (
          <p className="access-facts">
            {facts.map((fact) => (
              <Badge key={fact} tone={grant.ended ? 'err' : 'neutral'}>
                {fact}
              </Badge>
            ))}
          </p>
        )}
        <p className="tiny muted">{grantOrigin(grant, words)}</p>
        {grant.note && <p className="small access-note">{grant.note}</p>}
      </div>
      <RowMenu
        name={name}
        actions={[
          { id: 'edit', label: t('access.edit.action'), icon: IconPencil, onClick: onEdit },
          { id: 'remove', label: t('access.remove'), icon: IconTrash, danger: true, onClick: onRemove },
        ]}
      />
    </li>
  );
}

function SubjectMark({ grant, name }: { grant: Grant; name: string }) {
  if (grant.subject.kind === 'user') return <Avatar name={name} />;
  const Glyph = grant.subject.kind === 'group' ? IconUsers : IconWorld;
  return (
    <span className="access-mark">
      <Glyph size={18} stroke={1.7} aria-hidden="true" />
    </span>
  );
}
