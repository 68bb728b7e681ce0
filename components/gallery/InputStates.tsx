"use client";

import { useState } from "react";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { SearchInput } from "#components/ui/inputs/SearchInput.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { Slider } from "#components/ui/inputs/Slider.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { Section, WideSpecimens } from "./Section.tsx";

const OPTIONS = [
  { value: "one", label: "First option" },
  { value: "two", label: "Second option, which cannot be chosen", disabled: true },
];

export function InputStates() {
  return (
    <Section title="Inputs">
      <WideSpecimens of="Field with TextInput">
        <Field label="Empty" hint="With a hint below">
          {(control) => <TextInput {...control} placeholder="Placeholder" />}
        </Field>
        <Field label="Filled" required>
          {(control) => <TextInput {...control} defaultValue="Some text" />}
        </Field>
        <Field label="With an error" error="Enter a number of digits that fits.">
          {(control) => <TextInput {...control} defaultValue="12a" />}
        </Field>
        <Field label="Disabled">
          {(control) => <TextInput {...control} disabled defaultValue="Some text" />}
        </Field>
        <Field label="Read-only">
          {(control) => <TextInput {...control} readOnly defaultValue="Some text" />}
        </Field>
        <Field label="For a code">
          {(control) => <TextInput {...control} code defaultValue="PO-2026-0001" />}
        </Field>
      </WideSpecimens>
      <WideSpecimens of="NumberInput, Select, SearchInput, TextArea">
        <Field label="Amount">
          {(control) => <NumberInput {...control} kind="decimal" unit="EUR" defaultValue="10.00" />}
        </Field>
        <Field label="Quantity" error="Order at least 1.">
          {(control) => <NumberInput {...control} kind="numeric" defaultValue="0" />}
        </Field>
        <Field label="Choice">{(control) => <Select {...control} options={OPTIONS} />}</Field>
        <Field label="Choice, disabled">
          {(control) => <Select {...control} options={OPTIONS} disabled />}
        </Field>
        <SearchInput aria-label="Search, empty" placeholder="Search products" />
        <SearchInput aria-label="Search, filled" defaultValue="Gift card" />
        <Field label="Several lines">
          {(control) => <TextArea {...control} defaultValue={"First line\nSecond line"} />}
        </Field>
      </WideSpecimens>
      <WideSpecimens of="Checkbox, Slider">
        <Checkbox label="Not chosen" trailing="1,204" />
        <Checkbox label="Chosen" defaultChecked trailing="17" />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="Disabled and chosen" disabled defaultChecked />
        <Checkbox label="Foreign text of any length and direction: מתנה" isForeign />
        <PriceSlider />
      </WideSpecimens>
    </Section>
  );
}

function PriceSlider() {
  const [position, setPosition] = useState(3);
  return (
    <Slider label="Price" position={position} last={10} valueText={`${position}`} onPosition={setPosition} />
  );
}
