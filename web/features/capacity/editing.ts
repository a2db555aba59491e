export { EndControl } from './EndControl.tsx';
export { MoveEnd } from './MoveEnd.tsx';
export { MoveOwner } from './MoveOwner.tsx';
export { RulesDrawer } from './RulesDrawer.tsx';
