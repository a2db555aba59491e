import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useLatestSave } from '../../app/data/latest-save.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../../ui/icons.ts';
import { moved } from '../../ui/moved.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type FaqItem, refreshFaq } from './queries.ts';

type RowProps = { item: FaqItem; index: number; last: boolean; onMove: (from: number, to: number) => void };

function Row({ item: { id, question }, index, last, onMove }: RowProps) {
  const { t } = useTranslation();
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id });
  const onKeyDown = ({ altKey, key }: KeyboardEvent) => {
    if (altKey && key === 'ArrowUp') onMove(index, index - 1);
    if (altKey && key === 'ArrowDown') onMove(index, index + 1);
  };
  return (
    <li
      ref={setNodeRef}
      className="faq-row"
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${Math.round(transform.y)}px)` : undefined, transition }}
    >
      <span className="faq-grip" data-tip={t('ui.table.drag', { name: question })} aria-hidden="true" {...listeners}>
        <IconGripVertical size={17} />
      </span>
      <span className="faq-question">{question}</span>
      <IconButton
        icon={IconArrowUp}
        label={`${t('ui.table.moveUp')}: ${question}`}
        disabledReason={index === 0 && t('faq.first')}
        onClick={() => onMove(index, index - 1)}
        onKeyDown={onKeyDown}
      />
      <IconButton
        icon={IconArrowDown}
        label={`${t('ui.table.moveDown')}: ${question}`}
        disabledReason={last && t('faq.last')}
        onClick={() => onMove(index, index + 1)}
        onKeyDown={onKeyDown}
      />
    </li>
  );
}

/** The tenant's own questions in order: drag one, or move it with its buttons or Alt and the arrows. Every move is saved. */
export function OrderFaq({ items }: { items: readonly FaqItem[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const save = useLatestSave();
  const byId = new Map(items.map((item) => [item.id, item]));
  const ids = (order ?? items.map(({ id }) => id)).filter((id) => byId.has(id));
  const move = (from: number, to: number) => {
    const next = moved(ids, from, to);
    if (next === ids) return;
    setOrder(next);
    setSaid(t('ui.table.moved', { name: byId.get(ids[from] ?? '')?.question ?? '', position: to + 1, total: ids.length }));
    void save(() => call('PUT /api/auth/faq/order', { ids: [...next] }, { keepalive: true }), {
      onRefused(error) {
        setOrder(null);
        toastError(error);
      },
      onDone: () => void refreshFaq(client),
    });
  };
  const drop = ({ active, over }: DragEndEvent) => over && move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  return (
    <>
      <p className="muted small">{t('faq.ordering')}</p>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
          <ol className="plain-list faq-rows">
            {ids.map((id, index) => {
              const item = byId.get(id);
              return item && <Row key={id} item={item} index={index} last={index === ids.length - 1} onMove={move} />;
            })}
          </ol>
        </SortableContext>
      </DndContext>
    </>
  );
}
