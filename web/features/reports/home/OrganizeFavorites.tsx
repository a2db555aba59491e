import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { ReportCard } from '../../../../domain/reports/contract.ts';
import { call } from '../../../app/data/api.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { useLatestSave } from '../../../app/data/latest-save.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Cover } from '../../../ui/Cover.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../../../ui/icons.ts';
import { moved } from '../../../ui/moved.ts';
import { toast } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { listQuery } from '../loader.ts';
import './organize.css';

type RowProps = { report: ReportCard; index: number; last: boolean; onMove: (from: number, to: number) => void };

function Row({ report, index, last, onMove }: RowProps) {
  const { t } = useTranslation();
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: report.id });
  const { title, group, cover } = report;
  const onKeyDown = ({ altKey, key }: KeyboardEvent) => {
    if (altKey && key === 'ArrowUp') onMove(index, index - 1);
    if (altKey && key === 'ArrowDown') onMove(index, index + 1);
  };
  return (
    <li
      ref={setNodeRef}
      className="organize-row"
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${Math.round(transform.y)}px)` : undefined, transition }}
    >
      <span className="organize-grip" data-tip={t('ui.table.drag', { name: title })} aria-hidden="true" {...listeners}>
        <IconGripVertical size={17} />
      </span>
      <span className="report-row-cover">
        <Cover seed={report.id} hue={group?.hue ?? 0} picture={cover.file} kind={cover.kind} width={160} height={110} />
      </span>
      <span className="organize-name">{title}</span>
      <IconButton
        icon={IconArrowUp}
        label={`${t('ui.table.moveUp')}: ${title}`}
        disabledReason={index === 0 && t('reports.home.first')}
        onClick={() => onMove(index, index - 1)}
        onKeyDown={onKeyDown}
      />
      <IconButton
        icon={IconArrowDown}
        label={`${t('ui.table.moveDown')}: ${title}`}
        disabledReason={last && t('reports.home.last')}
        onClick={() => onMove(index, index + 1)}
        onKeyDown={onKeyDown}
      />
    </li>
  );
}

/** All favourites as a list to reorder, by dragging or by buttons; every move is saved. */
export function OrganizeFavorites() {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const query = listQuery({ favorites: '1', sort: 'own', size: 100, page: 1 });
  const { data } = useSuspenseQuery(query);
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const save = useLatestSave();

  const byId = new Map(data.items.map((report) => [report.id, report]));
  const ids = (order ?? data.items.map((report) => report.id)).filter((id) => byId.has(id));
  const put = (next: readonly string[]) => {
    setOrder(next);
    void save(() => call('PUT /api/auth/favorites/order', { ids: [...next] }, { keepalive: true }), {
      onRefused(error) {
        setOrder(null);
        if (!(error instanceof ApiError && error.handled)) toast.error(t('reports.favorite.failed'));
      },
      onDone() {
        for (const name of ['dashboard', 'list']) void client.invalidateQueries({ queryKey: ['reports', name] });
      },
    });
  };
  const getTitle = (id: string) => byId.get(id)?.title ?? '';
  const move = (from: number, to: number) => {
    const next = moved(ids, from, to);
    if (next === ids) return;
    setSaid(t('ui.table.moved', { name: getTitle(ids[from] ?? ''), position: to + 1, total: ids.length }));
    put(next);
  };
  const byTitle = ids.toSorted((one, other) => getTitle(one).localeCompare(getTitle(other), language));
  // A manual order takes effort, so one click must not discard it without confirmation.
  const sortByTitle = () => {
    put(byTitle);
    toast.success(t('reports.home.sortedAz'), { action: { label: t('reports.home.undo'), onClick: () => put(ids) } });
  };
  const drop = ({ active, over }: DragEndEvent) => over && move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));

  return (
    <>
      <div className="organize-hint">
        <p className="muted small">{t('reports.home.organizing')}</p>
        <Button size="s" onClick={sortByTitle} disabledReason={byTitle.join() === ids.join() && t('reports.home.alreadyAz')}>
          {t('reports.home.sortAz')}
        </Button>
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
          <ol className="plain-list organize">
            {ids.map((id, index) => {
              const report = byId.get(id);
              return report && <Row key={id} report={report} index={index} last={index === ids.length - 1} onMove={move} />;
            })}
          </ol>
        </SortableContext>
      </DndContext>
    </>
  );
}
