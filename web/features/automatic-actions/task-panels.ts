/** The tabs of a task's drawer (`?panel=`). */
export const taskPanels = ['data', 'runs', 'test', 'history'] as const;
export type TaskPanel = (typeof taskPanels)[number];
