import { Modal } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** A question or a verb. */
  title: string;
  role?: 'dialog' | 'alertdialog';
  describedBy?: string;
  /** A picture above the title, to the edges. */
  cover?: ReactNode;
  width?: number;
  /** Above another dialog or drawer: for the questions those ask. */
  top?: boolean;
  children: ReactNode;
};

/** A centred dialog of 520 px; the focus stays inside and returns. One at a time; put the actions in a `dialog-actions` row, primary right. */
export function Dialog({ opened, onClose, title, role = 'dialog', describedBy, cover, width = 520, top = false, children }: Props) {
  const titleId = useId();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered
      size={width}
      zIndex={top ? 330 : 300}
      transitionProps={{ transition: 'fade-down', duration: 180 }}
    >
      <Modal.Overlay backgroundOpacity={1} />
      <Modal.Content role={role} aria-labelledby={titleId} aria-describedby={describedBy}>
        {cover}
        <div className="dialog">
          <h2 id={titleId} className="dialog-title">
            {title}
          </h2>
          {children}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
