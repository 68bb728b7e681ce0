import { Search } from "lucide";
import { Button } from "#components/ui/actions/Button.tsx";
import type { ButtonSize, ButtonVariant } from "#components/ui/actions/buttonClasses.ts";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { IconButton } from "#components/ui/actions/IconButton.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Icon } from "#components/ui/display/Icon.tsx";
import { Section, Specimens } from "./Section.tsx";

const VARIANTS: readonly ButtonVariant[] = ["primary", "secondary", "quiet", "danger"];
const SIZES: readonly ButtonSize[] = ["medium", "small"];

export function ActionStates() {
  return (
    <Section title="Actions">
      {SIZES.map((size) => (
        <Specimens key={size} of={`Button, ${size}`}>
          {VARIANTS.flatMap((variant) => [
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>,
            <Button key={`${variant} disabled`} variant={variant} size={size} disabled>
              disabled
            </Button>,
            <Button key={`${variant} loading`} variant={variant} size={size} loading>
              loading
            </Button>,
          ])}
        </Specimens>
      ))}
      <Specimens of="IconButton">
        {VARIANTS.flatMap((variant) =>
          SIZES.map((size) => (
            <IconButton
              key={`${variant} ${size}`}
              variant={variant}
              size={size}
              label={`${variant}, ${size}`}
            >
              <Icon shape={Search} className="size-4" />
            </IconButton>
          )),
        )}
        <IconButton label="disabled" disabled>
          <Icon shape={Search} className="size-4" />
        </IconButton>
      </Specimens>
      <Specimens of="LinkButton, TextLink, CopyButton">
        <LinkButton href="#primary" variant="primary">
          Link, primary
        </LinkButton>
        <LinkButton href="#secondary">Link, secondary</LinkButton>
        <TextLink href="#text">Link within text</TextLink>
        <CopyButton value="PO-1" label="Copy order ID" />
        <CopyButton value="PO-1" label="Copy order ID" labelled />
      </Specimens>
    </Section>
  );
}
