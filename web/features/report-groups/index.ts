export { GroupTiles } from './view/GroupTiles.tsx';
