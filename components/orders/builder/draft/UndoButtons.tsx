import { Redo2, Undo2 } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { IconButton } from "#components/ui/actions/IconButton.tsx";

/** Always shown, so that nothing moves; without effect if there is nothing to undo. */
export function UndoButtons({
  canUndo,
  canRedo,
  onUndo,
  onRedo,
}: {
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
}) {
  return (
    <span className="flex gap-1">
      <IconButton
        label="Undo"
        title="Undo (Ctrl+Z)"
        aria-keyshortcuts="Control+Z Meta+Z"
        aria-disabled={!canUndo}
        onClick={() => {
          if (canUndo) onUndo();
        }}
      >
        <Icon shape={Undo2} className="size-4" />
      </IconButton>
      <IconButton
        label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        aria-disabled={!canRedo}
        onClick={() => {
          if (canRedo) onRedo();
        }}
      >
        <Icon shape={Redo2} className="size-4" />
      </IconButton>
    </span>
  );
}
