import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import type { TableRowProps } from './TableRow.tsx';

type Extras = Pick<TableRowProps<unknown>, 'grip' | 'rowRef' | 'style'>;
type Props = { ids: readonly string[]; renderRow: (id: string, extras: Extras) => ReactNode; onDrop: (id: string, index: number) => void };

function SortableRow({ id, renderRow }: { id: string; renderRow: Props['renderRow'] }) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id });
  return renderRow(id, {
    rowRef: setNodeRef,
    grip: { ref: setActivatorNodeRef, props: listeners },
    style: {
      transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
      transition,
      ...(isDragging ? { position: 'relative', zIndex: 2, opacity: 0.8 } : {}),
    },
  });
}

// The list announces moves itself, in the user's language, so the library's announcements are silenced.
const silent = {
  container: typeof document === 'undefined' ? undefined : document.body,
  screenReaderInstructions: { draggable: '' },
  announcements: { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined },
};

/** Rows draggable by their handle. Keyboard and row menu reorder without it, so it can be lazy. */
export default function SortableRows({ ids, renderRow, onDrop }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onDrop(String(active.id), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd} accessibility={silent}>
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {ids.map((id) => (
          <SortableRow key={id} id={id} renderRow={renderRow} />
        ))}
      </SortableContext>
    </DndContext>
  );
}
